// The operations on exchange rates and conversions. Read this file first; the operations on single providers
// are in provider-operations.ts.
import { isOperator } from '../../../operation/caller.ts'
import { Type } from 'typebox'
import { Forbidden, Invalid, NotFound, Unavailable } from '../../../operation/error.ts'
import {
  type AnyOperation,
  type Context,
  defineOperation,
  definePosting,
} from '../../../operation/operation.ts'
import { ownMoney } from '../../../operation/spending.ts'
import { operator, reader, writer } from '../../../operation/auth.ts'
import { AmountInput, findDollarRates, listRates, readAsset, readRate } from '../assets/index.ts'
import { postingErrors } from '../ledger/index.ts'
import {
  type ConversionOptions,
  getRate,
  planConversion,
  quoteConversion,
  type RateOptions,
} from './service.ts'
import { ConversionFailed, RateExists } from './errors.ts'
import { OPERATOR, recordQuotes } from './recorder.ts'
import * as schema from './schema.ts'
import { toExchangeRate, toPair } from './view.ts'

const pair = { from: schema.PathCode, to: schema.PathCode }

/** The reads: public under /api and /api/v1, for users under /api/v2. */
const readings = (options: RateOptions) => [
  listing({
    name: 'rate.list_public',
    auth: 'public',
    rest: [
      { route: 'GET /api/exchange-rates', envelope: 'bare' },
      { route: 'GET /api/v1/exchange-rates', envelope: 'bare' },
    ],
    graphql: { omit: 'The older form of rate.list.' },
  }),
  listing({
    name: 'rate.list',
    auth: reader,
    rest: [{ route: 'GET /api/v2/exchange-rates', envelope: 'bare' }],
    graphql: { field: 'exchangeRates' },
    exempt: { environments: 'Exchange rates are the same in both environments.' },
  }),
  reading(
    {
      name: 'rate.get_public',
      auth: 'public',
      rest: [
        { route: 'GET /api/exchange-rates/:from/:to', ...single },
        { route: 'GET /api/v1/exchange-rates/:from/:to', ...single },
      ],
      graphql: { omit: 'The older form of rate.get.' },
    },
    options,
  ),
  reading(
    {
      name: 'rate.get',
      auth: reader,
      rest: [{ route: 'GET /api/v2/exchange-rates/:from/:to', ...single }],
      graphql: {
        field: 'exchangeRate',
        args: { from_asset_code: 'from', to_asset_code: 'to' },
        also: { latestExchangeRate: { from_asset_code: 'from', to_asset_code: 'to' } },
      },
    },
    options,
  ),
  quoting(
    {
      name: 'rate.convert_public',
      auth: 'public',
      rest: [
        { route: 'GET /api/exchange-rates/:from/:to/convert', ...single },
        { route: 'GET /api/v1/exchange-rates/:from/:to/convert', ...single },
      ],
      graphql: { omit: 'The older form of rate.convert.' },
    },
    options,
  ),
  quoting(
    {
      name: 'rate.convert',
      auth: reader,
      rest: [{ route: 'GET /api/v2/exchange-rates/:from/:to/convert', ...single }],
      graphql: { field: 'convertedAmount' },
    },
    options,
  ),
]

const single = { envelope: 'data', plainNotFound: true } as const

/** The versions of the API have each read with its own name, callers and routes. */
interface Variant<N extends `rate.${string}`>
  extends Pick<AnyOperation, 'auth' | 'rest' | 'graphql' | 'exempt'> {
  readonly name: N
}

const listing = <N extends `rate.${string}`>(variant: Variant<N>) =>
  defineOperation({
    ...variant,
    kind: 'query',
    summary: 'Exchange rates as the providers gave them, newest first.',
    input: Type.Object({
      from: Type.Optional(schema.Code),
      to: Type.Optional(schema.Code),
      asset: Type.Optional(schema.Code),
      source: Type.Optional(schema.RateSourceName),
      active: Type.Optional(Type.Boolean({ description: 'Whether the rate was not withdrawn.' })),
      valid: Type.Optional(Type.Boolean({ description: 'Whether the rate is valid now.' })),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 50,
        description: 'The most rates to list.',
      }),
    }),
    output: schema.ExchangeRateList,
    errors: [],
    handler: async (input, ctx) => {
      const filter = {
        from: input.from?.toUpperCase(),
        to: input.to?.toUpperCase(),
        asset: input.asset?.toUpperCase(),
        source: input.source,
        active: input.active,
        valid: input.valid,
        limit: input.limit,
      }
      const { rows, counts } = await listRates(ctx.tx, filter, ctx.now)
      return { data: rows.map((row) => toExchangeRate(row, ctx.now)), meta: counts }
    },
  })

const reading = <N extends `rate.${string}`>(variant: Variant<N>, options: RateOptions) =>
  defineOperation({
    ...variant,
    kind: 'query',
    summary: 'The current value of one asset in another, through the dollar where needed.',
    input: Type.Object(pair),
    output: schema.PairRate,
    errors: [NotFound],
    handler: async (input, ctx) => toPair((await getRate(input, ctx, options)).rate, ctx.now),
  })

const quoting = <N extends `rate.${string}`>(variant: Variant<N>, options: RateOptions) =>
  defineOperation({
    ...variant,
    kind: 'query',
    summary: 'Compute what an amount is worth in another asset; no money moves.',
    input: Type.Object({
      ...pair,
      amount: Type.String({
        pattern: '^\\d{1,38}$',
        description: 'In the smallest unit; zero or more.',
      }),
    }),
    output: schema.ConvertedAmount,
    errors: [NotFound],
    handler: (input, ctx) => quoteConversion(input, ctx, options),
  })

const Pair = Type.String({ pattern: '^[A-Za-z]{3,10}/[A-Za-z]{3,10}$' })

/** Undefined means all assets. */
function readCodes(pairs: readonly string[] | undefined, { assets }: RateOptions) {
  if (pairs === undefined) return undefined
  const codes = pairs.flatMap((text) => text.toUpperCase().split('/'))
  return new Set(codes.map((code) => readAsset(assets, code, 'pairs').code))
}

/** Both environments share one set of rates, so only operators in the live environment change it. */
async function refresh(pairs: readonly string[] | undefined, ctx: Context, options: RateOptions) {
  const codes = readCodes(pairs, options)
  if (ctx.caller.environment === 'sandbox') return showCurrent(codes, ctx)
  if (!isOperator(ctx.caller))
    throw Forbidden({
      reason: 'Only an operator may refresh the rates; the bank refreshes them every hour.',
    })
  const { added, failed } = await options.updater.refresh(ctx, codes)
  if (added.length === 0 && failed.length > 0)
    throw Unavailable({
      reason: `The rate feed cannot be read (${failed.join(', ')}); try again later.`,
    })
  return {
    message:
      added.length === 0
        ? 'All rates are up to date.'
        : added.length === 1
          ? '1 rate was updated.'
          : `${added.length} rates were updated.`,
    updated_count: added.length,
    data: added.map((row) => toExchangeRate(row, ctx.now)),
  }
}

async function showCurrent(codes: ReadonlySet<string> | undefined, ctx: Context) {
  const rows = await findDollarRates(ctx.tx, ctx.now, codes && { codes: [...codes] })
  return {
    message: 'The sandbox uses the live rates and changes none; these are the current ones.',
    updated_count: 0,
    data: rows.map((row) => toExchangeRate(row, ctx.now)),
  }
}

export const makeOperations = (options: RateOptions & ConversionOptions) => [
  ...readings(options),
  defineOperation({
    name: 'rate.refresh',
    kind: 'command',
    summary:
      'Ask the feeds for new rates, as an operator; rates younger than a minute and rates that an operator set are kept. In the sandbox this shows the current rates.',
    auth: writer,
    input: Type.Object({
      pairs: Type.Optional(
        Type.Array(Pair, {
          minItems: 1,
          maxItems: 100,
          description: 'Pairs such as EUR/USD; default: all.',
        }),
      ),
    }),
    output: schema.Refreshed,
    errors: [Forbidden, Invalid, Unavailable],
    rest: [
      { route: 'POST /api/v2/exchange-rates/refresh', envelope: 'bare' },
      { route: 'POST /api/v1/exchange-providers/refresh', envelope: 'bare' },
    ],
    graphql: { field: 'refreshExchangeRates' },
    exempt: {
      pages: 'A command: what it changed.',
      length: { '.data': 'One for each asset and feed.' },
    },
    handler: (input, ctx) => refresh(input.pairs, ctx, options),
  }),
  defineOperation({
    name: 'rate.set',
    kind: 'command',
    summary:
      'Set the value of one asset in dollars: until `valid_until`, or until an operator sets it again.',
    auth: operator,
    input: Type.Object({
      from_asset: schema.Code,
      rate: schema.RateInput,
      bid: Type.Optional(schema.RateInput),
      ask: Type.Optional(schema.RateInput),
      valid_until: Type.Optional(
        Type.String({
          format: 'date-time',
          description:
            'A time in the future from which the feeds may replace the rate; default: they never do.',
        }),
      ),
    }),
    output: schema.ExchangeRateWithMessage,
    errors: [Forbidden, Invalid, RateExists],
    rest: [{ route: 'POST /api/v2/exchange-rates', status: 201, envelope: 'bare' }],
    graphql: { field: 'setExchangeRate' },
    handler: (input, ctx) => setRate(input, ctx, options),
  }),
  definePosting({
    name: 'exchange.convert',
    summary: 'Convert money inside an account at the current rate, rounded down.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object({
      account_uuid: Type.String({ maxLength: 255, description: 'The uuid of the account.' }),
      from_currency: schema.Code,
      to_currency: schema.Code,
      amount: AmountInput,
    }),
    output: schema.Conversion,
    errors: [NotFound, Forbidden, Invalid, ConversionFailed, ...postingErrors],
    rest: [{ route: 'POST /api/exchange/convert', envelope: 'bare' }],
    graphql: { schema: 'exchange', field: 'convertCurrency' },
    exempt: { guards: 'The caller is payer and payee.' },
    handler: (input, ctx) => planConversion(input, ctx, options),
  }),
]

interface ManualRate {
  readonly from_asset: string
  readonly rate: string
  readonly bid?: string
  readonly ask?: string
  readonly valid_until?: string
}

async function setRate(input: ManualRate, ctx: Context, { assets }: RateOptions) {
  if (ctx.caller.environment === 'sandbox')
    throw Forbidden({
      reason: 'Rates are set in the live environment; the sandbox only reads them.',
    })
  const { code: asset, type } = readAsset(assets, input.from_asset.toUpperCase(), 'from_asset')
  if (asset === 'USD')
    throw Invalid({
      errors: { from_asset: ['The dollar has no rate: all other assets are valued in it.'] },
    })
  if (type === 'basket')
    throw Invalid({
      errors: { from_asset: [`${asset} is a basket, whose value follows from its parts.`] },
    })
  const until = input.valid_until === undefined ? undefined : new Date(input.valid_until)
  if (until && until <= ctx.now)
    throw Invalid({
      errors: { valid_until: [`The valid_until must be after ${ctx.now.toISOString()}.`] },
    })
  const read = (text: string | undefined) => (text === undefined ? null : readRate(text))
  const [rate, bid, ask] = [readRate(input.rate), read(input.bid), read(input.ask)]
  const errors: Record<string, string[]> = {
    ...(rate === 0n && { rate: ['The rate must be greater than zero.'] }),
    ...(bid !== null &&
      (bid === 0n || bid > rate) && { bid: ['The bid must be above zero and at most the rate.'] }),
    ...(ask !== null && ask < rate && { ask: ['The ask must be at least the rate.'] }),
  }
  if (Object.keys(errors).length > 0) throw Invalid({ errors })
  const metadata = {
    set_by: ctx.caller.user ?? null,
    ...(until && { valid_until: until.toISOString() }),
  }
  const [row] = await recordQuotes(ctx, [{ asset, rate, bid, ask, valid_at: ctx.now, metadata }], {
    provider: OPERATOR,
    source: 'manual',
  })
  if (!row) throw RateExists({ asset })
  return { data: toExchangeRate(row, ctx.now), message: 'The rate is set.' }
}
