// The pure matching core: one book of one pair, in memory. No input or output, no clock, no
// randomness. `match` says what would happen and changes nothing; `apply` makes it happen and cannot
// fail, so that whoever pays for it can refuse in between.
//
// The rules: best price first, then who came first; a trade is made at the price of the order that was
// waiting; at equal prices customers come before the house. Nobody trades with themselves: an order
// that would meet one of the same owner is cancelled as far as it is not done. What a market order
// cannot get is cancelled. A trade is worth price times amount, rounded down to the smallest unit of
// the quote, so that an order never costs more than was reserved for it.
import { type BookSide, Ladder } from './ladder.ts'

export type OrderSide = 'buy' | 'sell'
export type OrderType = 'market' | 'limit' | 'stop' | 'stop_limit'
export type TimeInForce = 'GTC' | 'IOC' | 'FOK' | 'GTD'
export type OrderStatus =
  | 'pending'
  | 'open'
  | 'partially_filled'
  | 'filled'
  | 'cancelled'
  | 'expired'
  | 'rejected'

export interface Order {
  readonly id: string
  readonly account_id: string
  readonly user_uuid: string
  readonly manager_uuid: string | null
  readonly side: OrderSide
  readonly type: OrderType
  readonly time_in_force: TimeInForce
  /** In units of the base. */
  readonly amount: bigint
  /** In ticks. */
  readonly price: bigint | null
  readonly stop_price: bigint | null
  /** Parts of `RATE_SCALE` of the value. */
  readonly maker_rate: bigint
  readonly taker_rate: bigint
  readonly expires_at: number | null
  readonly created_at: number
  filled: bigint
  /** In units of the quote. */
  value: bigint
  /** Value times rate, added up: the fee is its rounded share, so that many small fills cost no more. */
  weight: bigint
  fee: bigint
  status: OrderStatus
  reason: string | null
  seq: number
  triggered_at: number | null
  updated_at: number
  closed_at: number | null
}

export const RATE_SCALE = 100_000n

/** What the house would trade, at any time and as often as asked; null where it has no price. */
export interface Quotes {
  readonly bid: bigint | null
  readonly ask: bigint | null
  /** How much of the base, for each order. */
  readonly depth: bigint
}

export interface Terms {
  /** Units of the base times ticks, divided by this, are units of the quote. */
  readonly divisor: bigint
}

/** Stands for the house where an owner is asked for. */
export const HOUSE = 'house'

/** What to do about an order that waits: trade, take it out because it cannot pay, or go no further. */
export type Judgement = 'trade' | 'drop' | 'stop'

export interface Fill {
  /** Null: the house. */
  readonly maker: Order | null
  readonly price: bigint
  readonly amount: bigint
  readonly value: bigint
}

export interface Match {
  readonly fills: readonly Fill[]
  /** Orders that cannot be settled any more. */
  readonly dropped: readonly Order[]
  /** Of the base, after the fills. */
  readonly left: bigint
  readonly end: 'filled' | 'rests' | 'cancelled'
  readonly reason: string | null
}

/** A fill that happened; the fees are what this fill added to them. */
export interface Traded {
  readonly buyer: Order | null
  readonly seller: Order | null
  readonly price: bigint
  readonly amount: bigint
  readonly value: bigint
  readonly buyer_fee: bigint
  readonly seller_fee: bigint
  readonly maker_side: OrderSide
}

export const valueOf = (amount: bigint, price: bigint, { divisor }: Terms): bigint =>
  (amount * price) / divisor

/** Half up. */
export const feeOf = (weight: bigint): bigint => (2n * weight + RATE_SCALE) / (2n * RATE_SCALE)

export const leftOf = (order: Order): bigint => order.amount - order.filled

export const isWaiting = ({ status }: Order): boolean =>
  status === 'pending' || status === 'open' || status === 'partially_filled'

const isStop = ({ type }: Order): boolean => type === 'stop' || type === 'stop_limit'

/** Set off or not: until then it is in nobody's way. */
const isDormant = (order: Order): boolean => isStop(order) && order.triggered_at === null

/** A stop that buys is reserved for at a tenth above its price, and buys at no more than that. */
export const stopCapOf = (stopPrice: bigint): bigint => (stopPrice * 11n) / 10n

/** The worst price it trades at; null: any. */
export function limitOf(order: Order): bigint | null {
  if (order.type === 'market') return null
  if (order.type !== 'stop') return order.price
  return order.side === 'buy' ? stopCapOf(order.stop_price!) : null
}

const rests = ({ type, time_in_force }: Order): boolean =>
  (type === 'limit' || type === 'stop_limit') &&
  (time_in_force === 'GTC' || time_in_force === 'GTD')

const opposite = (side: OrderSide): OrderSide => (side === 'buy' ? 'sell' : 'buy')

/** Whether an order that trades at `limit` or better takes this price. */
const accepts = (side: OrderSide, limit: bigint | null, price: bigint): boolean =>
  limit === null || (side === 'buy' ? price <= limit : price >= limit)

export class OrderBook {
  /** Every order that waits, stops included. */
  readonly orders = new Map<string, Order>()
  seq = 0
  trades = 0
  last_price: bigint | null = null
  private readonly sides: Readonly<Record<OrderSide, BookSide>> = {
    buy: new Ladder('high first'),
    sell: new Ladder('low first'),
  }
  private readonly stops: Readonly<Record<OrderSide, BookSide>> = {
    buy: new Ladder('low first'),
    sell: new Ladder('high first'),
  }
  private readonly expiring = new Set<Order>()
  private readonly terms: Terms

  constructor(terms: Terms) {
    this.terms = terms
  }

  /** Best first, then oldest first. */
  list(side: OrderSide): Iterable<Order> {
    return this.sides[side].list()
  }

  /** Those that wait to be set off, next one first. */
  listStops(side: OrderSide): Iterable<Order> {
    return this.stops[side].list()
  }

  bestPrice(side: OrderSide): bigint | undefined {
    return this.sides[side].first()?.price ?? undefined
  }

  listDue(now: number): Order[] {
    return [...this.expiring].filter((order) => order.expires_at! <= now)
  }

  /** Puts in an order that waits, after all others of its price. */
  put(order: Order): void {
    this.orders.set(order.id, order)
    if (isDormant(order)) this.stops[order.side].add(order, order.stop_price!)
    else this.sides[order.side].add(order, order.price!)
    if (order.expires_at !== null) this.expiring.add(order)
  }

  take(order: Order): void {
    if (!this.orders.delete(order.id)) return
    if (isDormant(order)) this.stops[order.side].remove(order, order.stop_price!)
    else this.sides[order.side].remove(order, order.price!)
    this.expiring.delete(order)
  }

  /** Takes over an order as somebody else left it. Those that are new must come in their order. */
  replace(order: Order): void {
    const known = this.orders.get(order.id)
    const keepsPlace = known !== undefined && isWaiting(order) && known.seq === order.seq
    if (keepsPlace) {
      Object.assign(known, order)
      return
    }
    if (known) this.take(known)
    if (isWaiting(order)) this.put(order)
  }

  /** What would happen to an order that comes in now. Changes nothing. */
  match(order: Order, quotes: Quotes, judge: (maker: Order) => Judgement): Match {
    const walk = this.walk(order, quotes, judge)
    const isDone = walk.left === 0n
    if (!isDone && order.time_in_force === 'FOK')
      return {
        fills: [],
        dropped: [],
        left: leftOf(order),
        end: 'cancelled',
        reason: 'fill_or_kill',
      }
    if (isDone) return { ...walk, end: 'filled', reason: null }
    if (walk.stopped !== null) return { ...walk, end: 'cancelled', reason: walk.stopped }
    if (rests(order)) return { ...walk, end: 'rests', reason: null }
    const reason = order.time_in_force === 'IOC' ? 'immediate_or_cancel' : 'no_liquidity'
    return { ...walk, end: 'cancelled', reason }
  }

  private walk(order: Order, quotes: Quotes, judge: (maker: Order) => Judgement) {
    const fills: Fill[] = []
    const dropped: Order[] = []
    const limit = limitOf(order)
    const housePrice = order.side === 'buy' ? quotes.ask : quotes.bid
    let left = leftOf(order)
    let houseLeft = order.user_uuid === HOUSE || housePrice === null ? 0n : quotes.depth
    const fill = (maker: Order | null, price: bigint, most: bigint): void => {
      const amount = left < most ? left : most
      left -= amount
      fills.push({ maker, price, amount, value: valueOf(amount, price, this.terms) })
    }
    /** What the house has left, as far as it is acceptable and better than the price. */
    const fillFromHouse = (than: bigint | undefined): void => {
      if (houseLeft === 0n || left === 0n || !accepts(order.side, limit, housePrice!)) return
      if (than !== undefined && !isBetter(order.side, housePrice!, than)) return
      const before = left
      fill(null, housePrice!, houseLeft)
      houseLeft -= before - left
    }
    for (const maker of this.list(opposite(order.side))) {
      fillFromHouse(maker.price!)
      if (left === 0n || !accepts(order.side, limit, maker.price!)) break
      if (maker.user_uuid === order.user_uuid)
        return { fills, dropped, left, stopped: 'self_match' }
      const judgement = judge(maker)
      if (judgement === 'stop') return { fills, dropped, left, stopped: 'counterparty_unavailable' }
      if (judgement === 'drop') dropped.push(maker)
      else fill(maker, maker.price!, leftOf(maker))
      if (left === 0n) break
    }
    fillFromHouse(undefined)
    return { fills, dropped, left, stopped: null }
  }

  /** Makes a match happen. The order must not be in the book. */
  apply(order: Order, match: Match, now: number): Traded[] {
    const trades = match.fills.map((fill) => this.trade(order, fill, now))
    for (const gone of match.dropped) this.close(gone, 'cancelled', 'account_unavailable', now)
    order.updated_at = now
    if (match.end === 'rests') {
      order.status = order.filled > 0n ? 'partially_filled' : 'open'
      order.seq = ++this.seq
      this.put(order)
    } else this.close(order, match.end, match.reason, now)
    return trades
  }

  private trade(taker: Order, fill: Fill, now: number): Traded {
    const { maker, price, amount, value } = fill
    const takerFee = advance(taker, fill, taker.taker_rate)
    const makerFee = maker ? advance(maker, fill, maker.maker_rate) : 0n
    if (maker) {
      maker.updated_at = now
      if (leftOf(maker) === 0n) this.close(maker, 'filled', null, now)
      else maker.status = 'partially_filled'
    }
    this.last_price = price
    this.trades++
    const customer = taker.user_uuid === HOUSE ? null : taker
    const buys = taker.side === 'buy'
    return {
      buyer: buys ? customer : maker,
      seller: buys ? maker : customer,
      price,
      amount,
      value,
      buyer_fee: buys ? takerFee : makerFee,
      seller_fee: buys ? makerFee : takerFee,
      maker_side: opposite(taker.side),
    }
  }

  /** Whatever it was, it waits no more. */
  close(
    order: Order,
    status: 'filled' | 'cancelled' | 'expired',
    reason: string | null,
    now: number,
  ): void {
    this.take(order)
    order.status = status
    order.reason = reason
    order.updated_at = now
    order.closed_at = now
  }

  /** Whether a stop is set off by what was last paid, or by `fallback` where nothing was yet. */
  isTriggered(order: Order, fallback: bigint | null = null): boolean {
    const price = this.last_price ?? fallback
    if (price === null) return false
    return order.side === 'buy' ? price >= order.stop_price! : price <= order.stop_price!
  }

  /** The next stop that the last price sets off, apart from those named. */
  findTriggered(except: ReadonlySet<Order>): Order | undefined {
    for (const side of ['buy', 'sell'] as const)
      for (const order of this.listStops(side)) {
        if (!this.isTriggered(order)) break
        if (!except.has(order)) return order
      }
    return undefined
  }

  /** Out of the stops: what becomes of it is for `match` and `apply`. */
  trigger(order: Order, now: number): void {
    this.take(order)
    order.triggered_at = now
    order.status = 'open'
  }

  /** A stop that waits to be set off. */
  park(order: Order): void {
    order.status = 'pending'
    order.seq = ++this.seq
    this.put(order)
  }
}

const isBetter = (side: OrderSide, price: bigint, than: bigint): boolean =>
  side === 'buy' ? price < than : price > than

/** Counts a fill, and says what it adds to the fee. */
function advance(order: Order, { amount, value }: Fill, rate: bigint): bigint {
  order.filled += amount
  order.value += value
  order.weight += value * rate
  const before = order.fee
  order.fee = feeOf(order.weight)
  return order.fee - before
}

/**
 * What must be reserved so that everything an order may still do is paid for: the base when it sells,
 * the quote and the fee when it buys.
 */
export function needOf(order: Order, match: Match, terms: Terms): bigint {
  const rest = match.end === 'rests' ? match.left : 0n
  if (order.side === 'sell') return match.fills.reduce((sum, fill) => sum + fill.amount, 0n) + rest
  const now = match.fills.reduce((sum, fill) => sum + fill.value, 0n)
  const later = rest > 0n ? valueOf(rest, order.price!, terms) : 0n
  return now + later + feeOf(now * order.taker_rate + later * order.maker_rate)
}

/** The same for a stop that waits to be set off: it may then do all of it as a taker. */
export function needOfStop(order: Order, terms: Terms): bigint {
  if (order.side === 'sell') return order.amount
  const value = valueOf(order.amount, limitOf(order)!, terms)
  return value + feeOf(value * order.taker_rate)
}
