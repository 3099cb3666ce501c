// Reads for the exchange: markets and order books are public, orders and trades only for their owner.
import { DAY_MS, MINUTE_MS } from '../../../kernel/durations.ts'
import { formatDecimal, multiplyDivide } from '../../../kernel/money.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { getAccount } from '../../core/ledger/index.ts'
import type { OrderSide, OrderStatus } from './matching/order-book.ts'
import { midPrice, quotesOf } from './matching/market-maker.ts'
import type { Pair } from './pairs.ts'
import { type DayRow, type Level, listDays, listLevels, listTrades } from './query-store.ts'
import type { TradeRow, OwnerFilter } from './query-store.ts'
import { listOrders } from './orders/store.ts'
import type { ExchangeOptions } from './orders/service.ts'
import { formatPrice, toOrderView } from './orders/view.ts'

/** The start of the last 1,440 minutes, including the current one. */
const dayBefore = (now: Date): Date =>
  new Date(Math.floor((now.getTime() - DAY_MS) / MINUTE_MS) * MINUTE_MS + MINUTE_MS)

const PERCENT = { code: '%', precision: 2 }

/** A ratio in percent with two places, rounded half to even. */
const percent = (part: bigint, whole: bigint): string =>
  formatDecimal({ units: multiplyDivide(part, 10_000n, whole, 'half-even'), asset: PERCENT })

function toDay(pair: Pair, { last_price, day }: DayRow, now: Date, { assets }: ExchangeOptions) {
  const last = last_price ?? midPrice(pair, assets, now) ?? null
  const change = day && last !== null ? last - day.open : 0n
  return {
    last_price: last === null ? null : formatPrice(last, pair),
    volume_24h: formatDecimal({ units: day?.volume ?? 0n, asset: pair.base }),
    high_24h: day ? formatPrice(day.high, pair) : null,
    low_24h: day ? formatPrice(day.low, pair) : null,
    change_24h: formatPrice(change, pair),
    change_24h_percentage: day ? percent(change, day.open) : '0.00',
  }
}

export async function listMarkets(ctx: Context, options: ExchangeOptions) {
  const days = await listDays(ctx.tx, ctx.caller.environment, dayBefore(ctx.now))
  return options.pairs.list().map((pair) => ({
    pair: pair.name,
    base_currency: pair.base.code,
    quote_currency: pair.quote.code,
    ...toDay(pair, days.get(pair.name)!, ctx.now, options),
    min_amount: formatDecimal({ units: pair.min, asset: pair.base }),
    max_amount: formatDecimal({ units: pair.max, asset: pair.base }),
    tick_size: formatPrice(1n, pair),
    lot_size: formatDecimal({ units: 1n, asset: pair.base }),
  }))
}

export async function getOrderBook(
  request: { readonly base: string; readonly quote: string; readonly depth: number },
  ctx: Context,
  options: ExchangeOptions,
) {
  const pair = options.pairs.find(request.base.toUpperCase(), request.quote.toUpperCase())
  if (!pair) throw NotFound({ what: 'market', id: `${request.base}/${request.quote}` })
  const { environment } = ctx.caller
  const key = { environment, pair: pair.name }
  const quotes = quotesOf(pair, options.assets, ctx.now)
  const read = async (side: OrderSide, house: bigint | null): Promise<Level[]> => {
    const levels = await listLevels(ctx.tx, key, side, request.depth)
    return house === null ? levels : addHouse(levels, side, house, quotes.depth)
  }
  const bids = (await read('buy', quotes.bid)).slice(0, request.depth)
  const asks = (await read('sell', quotes.ask)).slice(0, request.depth)
  const days = await listDays(ctx.tx, environment, dayBefore(ctx.now), pair.name)
  const show = ({ price, amount }: Level) => ({
    price: formatPrice(price, pair),
    amount: formatDecimal({ units: amount, asset: pair.base }),
  })
  return {
    pair: pair.name,
    bids: bids.map(show),
    asks: asks.map(show),
    ...toSpread(pair, bids[0]?.price, asks[0]?.price),
    ...toDay(pair, days.get(pair.name)!, ctx.now, options),
    updated_at: ctx.now.toISOString(),
  }
}

/** Adds the amount of the house to its price level; at one price it trades after the customers. */
function addHouse(
  levels: readonly Level[],
  side: OrderSide,
  price: bigint,
  depth: bigint,
): Level[] {
  const same = levels.find((level) => level.price === price)
  const others = levels.filter((level) => level !== same)
  const all = [...others, { price, amount: depth + (same?.amount ?? 0n) }]
  const sign = side === 'buy' ? -1 : 1
  return all.toSorted((a, b) => (a.price < b.price ? -sign : sign))
}

function toSpread(pair: Pair, bid: bigint | undefined, ask: bigint | undefined) {
  if (bid === undefined || ask === undefined)
    return { spread: null, spread_percentage: null, mid_price: null }
  const middle = multiplyDivide(bid + ask, 1n, 2n, 'half-even')
  return {
    spread: formatPrice(ask - bid, pair),
    spread_percentage: percent(2n * (ask - bid), bid + ask),
    mid_price: formatPrice(middle, pair),
  }
}

const statuses: Readonly<Record<string, readonly OrderStatus[] | undefined>> = {
  open: ['pending', 'open', 'partially_filled'],
  filled: ['filled'],
  cancelled: ['cancelled', 'expired', 'rejected'],
}

interface ListRequest extends PageRequest {
  readonly account_uuid?: string
  readonly pair?: string
  readonly base_currency?: string
  readonly quote_currency?: string
}

const pairOf = ({ pair, base_currency, quote_currency }: ListRequest): string | undefined =>
  pair ??
  (base_currency !== undefined && quote_currency !== undefined
    ? `${base_currency}/${quote_currency}`
    : undefined)

async function ownerFilterOf({ account_uuid }: ListRequest, ctx: Context): Promise<OwnerFilter> {
  if (account_uuid === undefined) return { user: ctx.caller.user! }
  const { id, user_uuid } = await getAccount(ctx.tx, account_uuid, ctx.caller)
  return { account: id, owner: user_uuid! }
}

export async function listOwnOrders(
  request: ListRequest & { readonly status: string },
  ctx: Context,
  { pairs }: ExchangeOptions,
) {
  const filter = {
    environment: ctx.caller.environment,
    whose: await ownerFilterOf(request, ctx),
    pair: pairOf(request),
    statuses: statuses[request.status],
  }
  const { orders, total } = await listOrders(ctx.tx, filter, request)
  return { orders: orders.map((order) => toOrderView(order, pairs.get(order.pair))), total }
}

export async function listOwnTrades(
  request: ListRequest,
  ctx: Context,
  { pairs }: ExchangeOptions,
) {
  const filter = {
    environment: ctx.caller.environment,
    whose: await ownerFilterOf(request, ctx),
    pair: pairOf(request),
  }
  const { trades, total } = await listTrades(ctx.tx, filter, request)
  return { trades: trades.map((trade) => toTradeView(trade, pairs.get(trade.pair))), total }
}

/** Hides the order and account of the counterparty. */
function toTradeView(trade: TradeRow, pair: Pair) {
  const quote = (units: string): string =>
    formatDecimal({ units: BigInt(units), asset: pair.quote })
  return {
    trade_id: trade.id,
    pair: pair.name,
    buy_order_id: trade.buys ? trade.buy_order : null,
    sell_order_id: trade.sells ? trade.sell_order : null,
    buyer_account_id: trade.buys ? trade.buyer_account : null,
    seller_account_id: trade.sells ? trade.seller_account : null,
    base_currency: pair.base.code,
    quote_currency: pair.quote.code,
    price: formatPrice(BigInt(trade.price), pair),
    amount: formatDecimal({ units: BigInt(trade.amount), asset: pair.base }),
    value: quote(trade.value),
    maker_fee: quote(trade.maker_fee),
    taker_fee: quote(trade.taker_fee),
    maker_side: trade.maker_side,
    created_at: trade.created_at,
  }
}
