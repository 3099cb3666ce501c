// The operations on single rate providers.
import { Type } from 'typebox'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { getRate, type RateOptions } from './service.ts'
import * as providers from './providers.ts'
import * as schema from './schema.ts'

const pair = { from: schema.Code, to: schema.Code }
const day = Type.String({ format: 'date', description: 'A UTC day.' })

export const makeProviderOperations = (options: RateOptions) => [
  defineOperation({
    name: 'rate_provider.list',
    kind: 'query',
    summary: 'The providers that rates come from.',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Array(schema.Provider, { maxItems: 20 }),
    errors: [],
    rest: [{ route: 'GET /api/v1/exchange-providers', envelope: 'data' }],
    exempt: {
      pages: 'The list is declared in the code; callers cannot add to it.',
      length: { '[].assets': 'One for each asset.' },
    },
    handler: (_input, ctx) => providers.listProviders(options, ctx),
  }),
  defineOperation({
    name: 'rate_provider.rate',
    kind: 'query',
    summary: "One provider's last rate of a pair.",
    auth: 'public',
    input: Type.Object({
      provider: Type.String({ maxLength: 255, description: 'The name of the provider.' }),
      ...pair,
    }),
    output: schema.ProviderRate,
    errors: [NotFound, Invalid],
    rest: [
      {
        route: 'GET /api/v1/exchange-providers/:provider/rate',
        envelope: 'data',
        plainNotFound: true,
      },
    ],
    handler: async (input, ctx) => {
      const provider = providers.getFeed(input.provider, options).name
      const pairOf = providers.readPair(input, options.assets)
      const { rate } = await getRate(pairOf, ctx, options, provider)
      return providers.toProviderRate({ provider, rate }, ctx.now)
    },
  }),
  defineOperation({
    name: 'rate_provider.compare',
    kind: 'query',
    summary: "Every provider's last rate of a pair, and the best bid and ask.",
    auth: 'public',
    input: Type.Object(pair),
    output: schema.Comparison,
    errors: [NotFound, Invalid],
    rest: [
      { route: 'GET /api/v1/exchange-providers/compare', envelope: 'data', plainNotFound: true },
    ],
    handler: (input, ctx) => providers.compareProviders(input, options, ctx),
  }),
  defineOperation({
    name: 'rate_provider.aggregate',
    kind: 'query',
    summary: "The mean of the providers' rates of a pair from the last day.",
    auth: 'public',
    input: Type.Object(pair),
    output: schema.Aggregate,
    errors: [NotFound, Invalid],
    rest: [
      { route: 'GET /api/v1/exchange-providers/aggregated', envelope: 'data', plainNotFound: true },
    ],
    handler: (input, ctx) => providers.aggregateProviders(input, options, ctx),
  }),
  defineOperation({
    name: 'rate_provider.history',
    kind: 'query',
    summary: 'The rate of a pair on each day of a period.',
    auth: 'public',
    input: Type.Object({ ...pair, start_date: day, end_date: day }),
    output: schema.History,
    errors: [Invalid],
    rest: [{ route: 'GET /api/v1/exchange-providers/historical', envelope: 'data' }],
    exempt: { length: { '.rates': 'One for each day of a year.' } },
    handler: (input, ctx) => providers.readHistory(input, options, ctx),
  }),
  defineOperation({
    name: 'rate_provider.validate',
    kind: 'query',
    summary: 'Check whether a quote is plausible: near our rate, with a small spread, and recent.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object({
      ...pair,
      rate: schema.RateInput,
      bid: Type.Optional(schema.RateInput),
      ask: Type.Optional(schema.RateInput),
      timestamp: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'The time of the quote; it may be at most 300 seconds old.',
        }),
      ),
    }),
    output: schema.Judgement,
    errors: [NotFound, Invalid],
    rest: [
      { route: 'POST /api/v1/exchange-providers/validate', envelope: 'data', plainNotFound: true },
    ],
    handler: (input, ctx) => providers.checkQuote(input, options, ctx),
  }),
]
