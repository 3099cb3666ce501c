// The public data of a market: trades without their parties, candles, and matches of orders as they happen.
import { formatDecimal } from '../../../../kernel/money.ts'
import type { Value } from '../../../../kernel/value.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Listen } from '../../../../operation/event-listener.ts'
import { toLiveItems } from '../../../../operation/live-field.ts'
import type { Context } from '../../../../operation/operation.ts'
import { OrderMatched } from '../events.ts'
import type { Pair } from '../pairs.ts'
import type { ExchangeOptions } from '../orders/service.ts'
import { listCandles, listDayCandles, listPublicTrades } from './store.ts'
import { formatPrice } from '../orders/view.ts'

export interface MarketDataOptions extends ExchangeOptions {
  readonly listen: Listen
}

const secondsOf = { '1m': 60, '5m': 300, '1h': 3_600, '1d': 86_400 } as const
export type Interval = keyof typeof secondsOf

interface Market {
  readonly base: string
  readonly quote: string
}

function getPair({ base, quote }: Market, { pairs }: ExchangeOptions): Pair {
  const pair = pairs.find(base.toUpperCase(), quote.toUpperCase())
  if (!pair) throw NotFound({ what: 'market', id: `${base}/${quote}` })
  return pair
}

interface TradesRequest extends Market {
  readonly before?: number
  readonly limit: number
}

export async function listMarketTrades(
  request: TradesRequest,
  ctx: Context,
  options: ExchangeOptions,
) {
  const pair = getPair(request, options)
  const key = { environment: ctx.caller.environment, pair: pair.name }
  // One more row than requested shows whether there are older ones.
  const rows = await listPublicTrades(ctx.tx, key, request.before, request.limit + 1)
  const trades = rows.slice(0, request.limit).map((row) => ({
    number: Number(row.number),
    price: formatPrice(BigInt(row.price), pair),
    amount: formatDecimal({ units: BigInt(row.amount), asset: pair.base }),
    value: formatDecimal({ units: BigInt(row.value), asset: pair.quote }),
    taker_side: row.maker_side === 'buy' ? ('sell' as const) : ('buy' as const),
    created_at: new Date(row.created_at).toISOString(),
  }))
  const next_before = rows.length > request.limit ? trades.at(-1)!.number : null
  return { pair: pair.name, trades, next_before }
}

interface CandlesRequest extends Market {
  readonly interval: Interval
  readonly count: number
  readonly before?: string
}

/** The end of the current interval, or of the last one before the given instant; there are no trades before 1970. */
function endOf(before: string | undefined, now: Date, seconds: number): number {
  const length = seconds * 1000
  const last = (Math.floor(now.getTime() / length) + 1) * length
  if (before === undefined) return last
  return Math.min(Math.ceil(Math.max(Date.parse(before), 0) / length) * length, last)
}

/** The candles of the last `count` intervals before an instant, including one that has begun. */
export async function listMarketCandles(
  request: CandlesRequest,
  ctx: Context,
  options: ExchangeOptions,
) {
  const pair = getPair(request, options)
  const key = { environment: ctx.caller.environment, pair: pair.name }
  const seconds = secondsOf[request.interval]
  const to = new Date(endOf(request.before, ctx.now, seconds))
  const from = new Date(Math.max(0, to.getTime() - request.count * seconds * 1000))
  const rows = await (request.interval === '1d'
    ? listDayCandles(ctx.tx, key, from, to)
    : listCandles(ctx.tx, key, seconds, from, to))
  const price = (ticks: string): string => formatPrice(BigInt(ticks), pair)
  const candles = rows.map((row) => ({
    at: new Date(row.at).toISOString(),
    open: price(row.open),
    high: price(row.high),
    low: price(row.low),
    close: price(row.close),
    volume: formatDecimal({ units: BigInt(row.volume), asset: pair.base }),
    value: formatDecimal({ units: BigInt(row.value), asset: pair.quote }),
    trades: row.trades,
  }))
  return {
    pair: pair.name,
    interval: request.interval,
    from: from.toISOString(),
    to: to.toISOString(),
    candles,
  }
}

/** Matches of all orders of a pair, which every signed-in user may see; they do not say whose orders they are. */
export async function followMatches(
  { pair, after }: { readonly pair: string; readonly after?: string },
  ctx: Context,
  { assets, listen }: MarketDataOptions,
) {
  const name = pair.trim().toUpperCase().replace(/[-_]/, '/')
  if (!/^[A-Z0-9]{2,10}\/[A-Z0-9]{2,10}$/.test(name))
    throw Invalid({ errors: { pair: ['The pair field must be like BTC/USD.'] } })
  if (!name.split('/').every((code) => assets.find(code)))
    throw NotFound({ what: 'pair', id: name })
  const events = await listen({ types: [OrderMatched.type], isForAll: true, after }, ctx)
  return toLiveItems<Value<typeof OrderMatched.data>>(events, (data) => data.pair === name)
}
