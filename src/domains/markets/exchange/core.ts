// The pure matching core: one book of one pair, in memory. No input or output, no clock, no
// randomness. `match` says what would happen and changes nothing; `apply` makes it happen and cannot
// fail, so that whoever pays for it can refuse in between.
//
// The rules: best price first, then who came first; a trade is made at the price of the order that was
// waiting; at equal prices customers come before the house. Nobody trades with themselves: an order
// that would meet one of the same owner is cancelled as far as it is not done. What a market order
// cannot get is cancelled.
//
// Rounding never pays whoever comes: a trade is worth price times amount, rounded up to a unit of the
// quote where the order that comes in buys, and down where it sells, so that the one that waited gets
// its price or a little more. A fee is rounded up. A trade worth less than one unit is not made: what
// is left of an order and worth less is cancelled. An order that buys out of a reserve spends at most
// that; what rounding leaves it unable to pay for is cancelled, too.
import { multiplyDivide } from '../../../kernel/money.ts'
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
  /** Whether a connected program placed it, which may not give value away. */
  readonly by_program: boolean
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

/** What to do about an order that waits: trade, take it out for a reason, or go no further. */
export type Judgement = 'trade' | 'stop' | { readonly drop: string }

/** Whoever keeps the accounts, asked while an order is matched. */
export interface Desk {
  /** Whether a waiting order may trade so much, which is worth this. */
  judge(maker: Order, amount: bigint, value: bigint): Judgement
  /** Units of the quote that are reserved for an order that buys; null where nothing is. */
  reservedFor(order: Order): bigint | null
}

export interface Fill {
  /** Null: the house. */
  readonly maker: Order | null
  readonly price: bigint
  readonly amount: bigint
  readonly value: bigint
  /** Whether the maker has nothing reserved for what is left of it. */
  readonly exhausts: boolean
}

export interface Match {
  readonly fills: readonly Fill[]
  /** Orders that cannot be settled any more, and why. */
  readonly dropped: readonly { readonly order: Order; readonly reason: string }[]
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

export const valueOf = (
  amount: bigint,
  price: bigint,
  { divisor }: Terms,
  rounding: 'up' | 'down',
): bigint => multiplyDivide(amount, price, divisor, rounding)

/** Rounded up: where a fee is due, it is at least one unit. */
export const feeOf = (weight: bigint): bigint => multiplyDivide(weight, 1n, RATE_SCALE, 'up')

/** Against whoever comes in: they pay more, or get less. */
const roundingFor = (taker: OrderSide): 'up' | 'down' => (taker === 'buy' ? 'up' : 'down')

export const TOO_SMALL = 'too_small'
export const RESERVE_USED_UP = 'reserve_used_up'

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
  match(order: Order, quotes: Quotes, desk: Desk): Match {
    const walk = this.walk(order, quotes, desk)
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
    if (rests(order))
      return this.isTooSmall(walk.left, order.price!)
        ? { ...walk, end: 'cancelled', reason: TOO_SMALL }
        : { ...walk, end: 'rests', reason: null }
    const reason = order.time_in_force === 'IOC' ? 'immediate_or_cancel' : 'no_liquidity'
    return { ...walk, end: 'cancelled', reason }
  }

  private walk(order: Order, quotes: Quotes, desk: Desk) {
    const fills: Fill[] = []
    const dropped: { order: Order; reason: string }[] = []
    const limit = limitOf(order)
    const rounding = roundingFor(order.side)
    const purse = order.side === 'buy' ? new Purse(order, desk, order.taker_rate) : undefined
    const housePrice = order.side === 'buy' ? quotes.ask : quotes.bid
    let left = leftOf(order)
    let houseLeft = order.user_uuid === HOUSE || housePrice === null ? 0n : quotes.depth
    let stopped: string | null = null

    const worth = (amount: bigint, price: bigint): bigint =>
      valueOf(amount, price, this.terms, rounding)
    const fill = (maker: Order | null, price: bigint, amount: bigint, exhausts = false): void => {
      const value = worth(amount, price)
      purse?.pay(value)
      left -= amount
      fills.push({ maker, price, amount, value, exhausts })
    }
    /** As much of an amount as the order that comes in can pay for; says so when that is not all. */
    const affordable = (amount: bigint, price: bigint): bigint => {
      const payable = purse?.findPayable(amount, price, this.terms, rounding) ?? amount
      if (payable < amount) stopped = RESERVE_USED_UP
      return payable
    }
    /** What the house has left, as far as it is acceptable and better than the price. */
    const fillFromHouse = (than: bigint | undefined): void => {
      if (houseLeft === 0n || left === 0n || stopped !== null) return
      if (!accepts(order.side, limit, housePrice!)) return
      if (than !== undefined && !isBetter(order.side, housePrice!, than)) return
      const wanted = least(left, houseLeft)
      if (this.isTooSmall(wanted, housePrice!)) {
        stopped = TOO_SMALL
        return
      }
      const amount = affordable(wanted, housePrice!)
      if (this.isTooSmall(amount, housePrice!)) return
      fill(null, housePrice!, amount)
      houseLeft -= amount
    }
    /** Whatever can be done with an order that waits. */
    const fillFrom = (maker: Order): void => {
      const price = maker.price!
      const drop = (reason: string): void => void dropped.push({ order: maker, reason })
      if (this.isTooSmall(leftOf(maker), price)) return drop(TOO_SMALL)
      if (this.isTooSmall(left, price)) {
        stopped = TOO_SMALL
        return
      }
      const wanted = affordable(least(left, leftOf(maker)), price)
      if (this.isTooSmall(wanted, price)) return
      const judgement = desk.judge(maker, wanted, worth(wanted, price))
      if (judgement === 'stop') stopped = 'counterparty_unavailable'
      else if (judgement !== 'trade') drop(judgement.drop)
      else {
        const amount =
          maker.side === 'buy'
            ? new Purse(maker, desk, maker.maker_rate, 0n).findPayable(
                wanted,
                price,
                this.terms,
                rounding,
              )
            : wanted
        if (this.isTooSmall(amount, price)) drop(RESERVE_USED_UP)
        else fill(maker, price, amount, amount < wanted)
      }
    }
    for (const maker of this.list(opposite(order.side))) {
      fillFromHouse(maker.price!)
      if (left === 0n || stopped !== null || !accepts(order.side, limit, maker.price!)) break
      if (maker.user_uuid === order.user_uuid) stopped = 'self_match'
      else fillFrom(maker)
      if (left === 0n || stopped !== null) break
    }
    fillFromHouse(undefined)
    return { fills, dropped, left, stopped: left === 0n ? null : stopped }
  }

  /** Whether so much is worth less than one unit of the quote. */
  private isTooSmall(amount: bigint, price: bigint): boolean {
    return valueOf(amount, price, this.terms, 'down') === 0n
  }

  /** Makes a match happen. The order must not be in the book. */
  apply(order: Order, match: Match, now: number): Traded[] {
    const trades = match.fills.map((fill) => this.trade(order, fill, now))
    for (const { order: gone, reason } of match.dropped) this.close(gone, 'cancelled', reason, now)
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
      else if (fill.exhausts) this.close(maker, 'cancelled', RESERVE_USED_UP, now)
      else if (this.isTooSmall(leftOf(maker), price)) this.close(maker, 'cancelled', TOO_SMALL, now)
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

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What is reserved for an order that buys, and what its trades have taken out of that so far. */
class Purse {
  private reserved: bigint | null
  private weight: bigint
  private fee: bigint
  private readonly rate: bigint

  /** `otherwise` is what it has where nothing is reserved; null: it is paid for in another way. */
  constructor(order: Order, desk: Desk, rate: bigint, otherwise: bigint | null = null) {
    this.reserved = desk.reservedFor(order) ?? otherwise
    this.weight = order.weight
    this.fee = order.fee
    this.rate = rate
  }

  private feeWith(value: bigint): bigint {
    return feeOf(this.weight + value * this.rate)
  }

  /** The most of an amount that can be paid for, with its fee. */
  findPayable(amount: bigint, price: bigint, terms: Terms, rounding: 'up' | 'down'): bigint {
    if (this.reserved === null) return amount
    const value = valueOf(amount, price, terms, rounding)
    if (value + this.feeWith(value) - this.fee <= this.reserved) return amount
    // The largest value that leaves enough for its own fee.
    const payable =
      ((this.reserved + this.fee) * RATE_SCALE - this.weight) / (RATE_SCALE + this.rate)
    return payable > 0n ? least(amount, (payable * terms.divisor) / price) : 0n
  }

  pay(value: bigint): void {
    const fee = this.feeWith(value)
    if (this.reserved !== null) this.reserved -= value + fee - this.fee
    this.weight += value * this.rate
    this.fee = fee
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
  // Whatever comes later sells to it, and each such trade is rounded down.
  const later = rest > 0n ? valueOf(rest, order.price!, terms, 'down') : 0n
  return now + later + feeOf(now * order.taker_rate + later * order.maker_rate)
}

/** The same for a stop that waits to be set off: it may then do all of it as a taker. */
export function needOfStop(order: Order, terms: Terms): bigint {
  if (order.side === 'sell') return order.amount
  const value = valueOf(order.amount, limitOf(order)!, terms, 'up')
  return value + feeOf(value * order.taker_rate)
}
