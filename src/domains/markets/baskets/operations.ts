// The operations of baskets: listing, valuing, composing and decomposing. Read this file first.
import { isOperator } from '../../../operation/caller.ts'
import { Type } from 'typebox'
import { pageInput, PageOf } from '../../../kernel/page.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { ownMoney } from '../../../operation/spending.ts'
import { operator, reader, writer } from '../../../operation/auth.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { LimitExceeded } from '../gcu-terms/index.ts'
import { postingErrors } from '../../core/ledger/index.ts'
import type { RateUpdater } from '../../core/rates/index.ts'
import { compose, decompose } from './conversion.ts'
import { createBasket, listBaskets, readHistory, showBasket } from './service.ts'
import {
  BasketExists,
  BasketInactive,
  BasketNotDynamic,
  BasketUnpriced,
  InvalidWeights,
} from './errors.ts'
import { measure } from './performance.ts'
import { rebalance } from './rebalancing.ts'
import * as schema from './schema.ts'
import { getBasket, getValuation } from './valuation.ts'
import * as view from './view.ts'

const code = schema.PathCode

export interface BasketOptions {
  readonly assets: AssetCatalogue
  readonly rateUpdater: RateUpdater
}

export const makeOperations = ({ assets, rateUpdater }: BasketOptions) => [
  ...readings(assets),
  ...measurements(),
  defineOperation({
    name: 'basket.create',
    kind: 'command',
    summary: 'Create a basket, worth one dollar at first.',
    auth: operator,
    input: Type.Object(schema.newBasket),
    output: schema.BasketWithMessage,
    errors: [Invalid, InvalidWeights, BasketExists, BasketUnpriced],
    rest: [{ route: 'POST /api/v2/baskets', status: 201, envelope: 'bare' }],
    exempt: { names: { '.name': 'A basket.' } },
    handler: async (input, ctx) => {
      const basket = await createBasket(input, ctx, assets)
      const [data] = await view.toBaskets([basket], ctx, assets)
      return { data: data!, message: `The basket ${basket.code} has been created.` }
    },
  }),
  defineOperation({
    name: 'basket.rebalance',
    kind: 'command',
    summary: 'Rebalance a basket to its weights (operators only), or simulate it (any user).',
    auth: writer,
    input: Type.Object({
      code,
      simulate: Type.Boolean({
        default: false,
        description: 'Only show the adjustments, without making them.',
      }),
    }),
    output: schema.Rebalancing,
    errors: [NotFound, Forbidden, BasketNotDynamic, BasketUnpriced, ...postingErrors],
    rest: [{ route: 'POST /api/v2/baskets/:code/rebalance', envelope: 'bare' }],
    graphql: { form: 'input', args: { id: 'code' } },
    handler: async ({ code: given, simulate }, ctx) => {
      const basket = await getBasket(ctx.tx, given)
      if (!simulate && !isOperator(ctx.caller))
        throw Forbidden({
          reason: 'Only an operator may rebalance; send simulate: true to see the adjustments.',
        })
      return view.toRebalancing(
        await rebalance(ctx, basket.code, { simulate, rateUpdater }),
        simulate,
        ctx.now,
      )
    },
  }),
  defineOperation({
    name: 'account.baskets',
    kind: 'query',
    summary: 'List the baskets in an account with their values.',
    auth: reader,
    input: Type.Object({ uuid: schema.exchangeInput.uuid }),
    output: schema.Holdings,
    errors: [NotFound, Forbidden],
    rest: [{ route: 'GET /api/v2/accounts/:uuid/baskets', envelope: 'data' }],
    exempt: { length: { '.basket_holdings': 'One for each asset.' } },
    handler: (input, ctx) => view.toHoldings(input.uuid, ctx),
  }),
  defineOperation({
    name: 'account.compose_basket',
    kind: 'command',
    summary:
      'Exchange the parts of a basket for the basket; each part is rounded up, and composing GCU costs its fee.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.exchangeInput),
    output: schema.Composed,
    errors: [
      NotFound,
      Forbidden,
      Invalid,
      BasketInactive,
      BasketUnpriced,
      LimitExceeded,
      ...postingErrors,
    ],
    rest: [{ route: 'POST /api/v2/accounts/:uuid/baskets/compose', envelope: 'data' }],
    exempt: { guards: 'The caller is payer and payee.' },
    handler: (input, ctx) => compose(input, ctx, assets),
  }),
  defineOperation({
    name: 'account.decompose_basket',
    kind: 'command',
    summary: 'Exchange a basket for its parts; each part is rounded down.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.exchangeInput),
    output: schema.Decomposed,
    errors: [NotFound, Forbidden, Invalid, BasketInactive, BasketUnpriced, ...postingErrors],
    rest: [{ route: 'POST /api/v2/accounts/:uuid/baskets/decompose', envelope: 'data' }],
    exempt: { guards: 'The caller is payer and payee.' },
    handler: (input, ctx) => decompose(input, ctx, assets),
  }),
]

const readings = (assets: AssetCatalogue) => [
  defineOperation({
    name: 'basket.list',
    kind: 'query',
    summary: 'List all baskets, ordered by code.',
    auth: 'public',
    input: Type.Object({
      type: Type.Optional(schema.BasketType),
      active: Type.Optional(
        Type.Boolean({ description: 'true: only active baskets; false: only inactive ones.' }),
      ),
      ...pageInput,
    }),
    output: PageOf(schema.Basket),
    errors: [],
    rest: [{ route: 'GET /api/v2/baskets', envelope: 'page' }],
    handler: (input, ctx) => listBaskets(input, ctx, assets),
  }),
  defineOperation({
    name: 'basket.get',
    kind: 'query',
    summary: 'Get one basket with its parts and its latest values.',
    auth: 'public',
    input: Type.Object({ code }),
    output: schema.BasketDetail,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/baskets/:code', envelope: 'data' }],
    graphql: { args: { id: 'code' } },
    handler: (input, ctx) => showBasket(input.code, ctx, assets),
  }),
  defineOperation({
    name: 'basket.value',
    kind: 'query',
    summary: 'Get the current value of one basket, part by part.',
    auth: 'public',
    input: Type.Object({ code }),
    output: schema.BasketValue,
    errors: [NotFound, BasketUnpriced],
    rest: [{ route: 'GET /api/v2/baskets/:code/value', envelope: 'data' }],
    handler: async (input, ctx) => {
      const basket = await getBasket(ctx.tx, input.code)
      return view.toValue(await getValuation(ctx.tx, basket, ctx.now), ctx.now, assets)
    },
  }),
  defineOperation({
    name: 'basket.history',
    kind: 'query',
    summary: 'Get the value history of a basket over the last days, oldest first.',
    auth: 'public',
    input: Type.Object({
      code,
      days: Type.Integer({
        minimum: 1,
        maximum: 366,
        default: 30,
        description: 'How many days the history goes back.',
      }),
      interval: Type.Enum(['all', 'daily'], {
        default: 'all',
        description: 'all: every value; daily: the last value of each day.',
      }),
    }),
    output: schema.BasketHistory,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/baskets/:code/history', envelope: 'data' }],
    exempt: { length: { '.values': 'A curve; of a longer time some of its points.' } },
    handler: (input, ctx) => readHistory(input, ctx),
  }),
]

const period = schema.PeriodName

const measurements = () => [
  defineOperation({
    name: 'basket.performance',
    kind: 'query',
    summary: 'Get the performance of a basket over a period, from its stored values.',
    auth: 'public',
    input: Type.Object({ code, period }),
    output: schema.Performance,
    errors: [NotFound, Invalid],
    rest: [{ route: 'GET /api/v2/baskets/:code/performance', envelope: 'data' }],
    handler: async (input, ctx) => {
      const basket = await getBasket(ctx.tx, input.code)
      return { basket_code: basket.code, ...(await measure(ctx.tx, basket, input.period, ctx.now)) }
    },
  }),
  ranking('components', 'Get the performance of each part of a basket over a period, best first.'),
  ranking('top_performers', 'Get the best-performing parts of a basket over a period.'),
  ranking('worst_performers', 'Get the worst-performing parts of a basket over a period.'),
]

function ranking(which: 'components' | 'top_performers' | 'worst_performers', summary: string) {
  const path = which.replace('_', '-')
  return defineOperation({
    name: `basket.${which}`,
    kind: 'query',
    summary,
    auth: 'public',
    input: Type.Object({
      code,
      period,
      limit: Type.Integer({
        minimum: 1,
        maximum: which === 'components' ? 50 : 20,
        default: which === 'components' ? 50 : 5,
        description: 'The most parts to return.',
      }),
    }),
    output: Type.Array(schema.PartPerformance, { maxItems: schema.COMPONENTS_MAX }),
    errors: [NotFound, Invalid],
    rest: [{ route: `GET /api/v2/baskets/:code/performance/${path}`, envelope: 'data' }],
    handler: async (input, ctx) => {
      const basket = await getBasket(ctx.tx, input.code)
      const { components } = await measure(ctx.tx, basket, input.period, ctx.now)
      const ordered = which === 'worst_performers' ? components.toReversed() : components
      return ordered.slice(0, input.limit)
    },
  })
}
