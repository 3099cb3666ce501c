// Matches orders by price and time: one order book of one pair, in memory. The code is pure: no input
// or output, no clock, no randomness. `match` computes the trades and changes nothing; `apply` carries
// them out and cannot fail. Between the two, the caller checks the money and may refuse.
//
// The rules: the best price comes first, then the oldest order. A trade is made at the maker's price
// (the maker is the order that was waiting, the taker the one that comes in). At equal prices customers
// come before the house. Self-trades are prevented: when an order would meet another order of the
// same owner, its unfilled rest is cancelled. The unfilled rest of a market order is cancelled.
//
// Rounding never favours the taker: a trade's value is price times amount, rounded up to a unit of the
// quote when the taker buys and down when the taker sells, so the maker gets its price or slightly
// better. A fee is rounded up. A trade worth less than one unit of the quote is not made, and the rest
// of an order that is worth less is cancelled. A buy order with a reserve spends at most its reserve;
// if rounding uses the reserve up early, the rest of the order is cancelled.
import { multiplyDivide } from '../../../../kernel/money.ts'
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
  /** Whether a connected client placed the order; its price must stay near the bank's rate. */
  readonly by_program: boolean
  readonly expires_at: number | null
  readonly created_at: number
  filled: bigint
  /** In units of the quote. */
  value: bigint
  /** The sum of value times rate. The fee is rounded from this sum, so many small fills cost no more. */
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

/** The prices at which the house trades; null where it has no price. */
export interface Quotes {
  readonly bid: bigint | null
  readonly ask: bigint | null
  /** How much of the base the house offers to each order. */
  readonly depth: bigint
}

export interface Terms {
  /** Units of the base times ticks, divided by this, are units of the quote. */
  readonly divisor: bigint
}

/** The owner of the house's orders. */
export const MARKET_MAKER = 'house'

/** How matching treats a waiting order: trade with it, drop it for a reason, or stop matching. */
export type MatchDecision = 'trade' | 'stop' | { readonly drop: string }

/** Answers questions about accounts and reserves while an order is matched. */
export interface FundsCheck {
  /** Whether a waiting order may trade this amount, which has this value. */
  judge(maker: Order, amount: bigint, value: bigint): MatchDecision
  /** Units of the quote that are reserved for a buy order; null if nothing is reserved. */
  reservedFor(order: Order): bigint | null
}

export interface Fill {
  /** Null for the house. */
  readonly maker: Order | null
  readonly price: bigint
  readonly amount: bigint
  readonly value: bigint
  /** Whether this fill uses up the maker's reserve before the maker is filled. */
  readonly exhausts: boolean
}

export interface Match {
  readonly fills: readonly Fill[]
  /** Waiting orders that cannot be settled any more, and why. */
  readonly dropped: readonly { readonly order: Order; readonly reason: string }[]
  /** The unfilled amount of the base, after the fills. */
  readonly left: bigint
  readonly end: 'filled' | 'rests' | 'cancelled'
  readonly reason: string | null
}

/** A fill that was carried out; the fees are those that this fill added. */
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

/** Rounded up, so that a fee that is due is at least one unit. */
export const feeOf = (weight: bigint): bigint => multiplyDivide(weight, 1n, RATE_SCALE, 'up')

/** Rounds against the taker, who pays more or gets less. */
const roundingFor = (taker: OrderSide): 'up' | 'down' => (taker === 'buy' ? 'up' : 'down')

export const TOO_SMALL = 'too_small'
export const RESERVE_USED_UP = 'reserve_used_up'

export const leftOf = (order: Order): bigint => order.amount - order.filled

export const isWaiting = ({ status }: Order): boolean =>
  status === 'pending' || status === 'open' || status === 'partially_filled'

const isStop = ({ type }: Order): boolean => type === 'stop' || type === 'stop_limit'

/** Whether a stop has not been triggered yet; until then it is not matched. */
const isDormant = (order: Order): boolean => isStop(order) && order.triggered_at === null

/** A stop that buys reserves up to ten percent above its stop price, and pays no more than that. */
export const stopCapOf = (stopPrice: bigint): bigint => (stopPrice * 11n) / 10n

/** The worst price that an order trades at; null for any price. */
export function limitOf(order: Order): bigint | null {
  if (order.type === 'market') return null
  if (order.type !== 'stop') return order.price
  return order.side === 'buy' ? stopCapOf(order.stop_price!) : null
}

const rests = ({ type, time_in_force }: Order): boolean =>
  (type === 'limit' || type === 'stop_limit') &&
  (time_in_force === 'GTC' || time_in_force === 'GTD')

export const opposite = (side: OrderSide): OrderSide => (side === 'buy' ? 'sell' : 'buy')

/** Whether an order that trades at `limit` or better accepts this price. */
const accepts = (side: OrderSide, limit: bigint | null, price: bigint): boolean =>
  limit === null || (side === 'buy' ? price <= limit : price >= limit)

export class OrderBook {
  /** Every waiting order, including stops. */
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

  /** Stops that are not triggered yet, the next to be triggered first. */
  listStops(side: OrderSide): Iterable<Order> {
    return this.stops[side].list()
  }

  bestPrice(side: OrderSide): bigint | undefined {
    return this.sides[side].first()?.price ?? undefined
  }

  listDue(now: number): Order[] {
    return [...this.expiring].filter((order) => order.expires_at! <= now)
  }

  /** Adds a waiting order behind all others of its price. */
  put(order: Order): void {
    this.orders.set(order.id, order)
    if (isDormant(order)) this.stops[order.side].add(order, order.stop_price!)
    else this.sides[order.side].add(order, order.price!)
    if (order.expires_at !== null) this.expiring.add(order)
  }

  remove(order: Order): void {
    if (!this.orders.delete(order.id)) return
    if (isDormant(order)) this.stops[order.side].remove(order, order.stop_price!)
    else this.sides[order.side].remove(order, order.price!)
    this.expiring.delete(order)
  }

  /**
   * Takes over an order as another node wrote it. New orders must be passed in the order in which they
   * came in, because that decides their place.
   */
  replace(order: Order): void {
    const known = this.orders.get(order.id)
    const keepsPlace = known !== undefined && isWaiting(order) && known.seq === order.seq
    if (keepsPlace) {
      Object.assign(known, order)
      return
    }
    if (known) this.remove(known)
    if (isWaiting(order)) this.put(order)
  }

  /** Computes how an order would be filled if it came in now. Changes nothing. */
  match(order: Order, quotes: Quotes, funds: FundsCheck): Match {
    const walk = this.walk(order, quotes, funds)
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

  private walk(order: Order, quotes: Quotes, funds: FundsCheck) {
    const fills: Fill[] = []
    const dropped: { order: Order; reason: string }[] = []
    const limit = limitOf(order)
    const rounding = roundingFor(order.side)
    const reserve = order.side === 'buy' ? new Reserve(order, funds, order.taker_rate) : undefined
    const housePrice = order.side === 'buy' ? quotes.ask : quotes.bid
    let left = leftOf(order)
    let houseLeft = order.user_uuid === MARKET_MAKER || housePrice === null ? 0n : quotes.depth
    let stopped: string | null = null

    const worth = (amount: bigint, price: bigint): bigint =>
      valueOf(amount, price, this.terms, rounding)
    const fill = (maker: Order | null, price: bigint, amount: bigint, exhausts = false): void => {
      const value = worth(amount, price)
      reserve?.pay(value)
      left -= amount
      fills.push({ maker, price, amount, value, exhausts })
    }
    /** The part of an amount that the taker can pay for; stops matching if that is not all of it. */
    const affordable = (amount: bigint, price: bigint): bigint => {
      const payable = reserve?.findPayable(amount, price, this.terms, rounding) ?? amount
      if (payable < amount) stopped = RESERVE_USED_UP
      return payable
    }
    /** Fills from the house while its price is acceptable and better than the next maker's. */
    const fillFromHouse = (makerPrice: bigint | undefined): void => {
      if (houseLeft === 0n || left === 0n || stopped !== null) return
      if (!accepts(order.side, limit, housePrice!)) return
      if (makerPrice !== undefined && !isBetter(order.side, housePrice!, makerPrice)) return
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
    /** Trades with a waiting order as far as both can, or drops it. */
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
      const judgement = funds.judge(maker, wanted, worth(wanted, price))
      if (judgement === 'stop') stopped = 'counterparty_unavailable'
      else if (judgement !== 'trade') drop(judgement.drop)
      else {
        const amount =
          maker.side === 'buy'
            ? new Reserve(maker, funds, maker.maker_rate, 0n).findPayable(
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

  /** Whether an amount is worth less than one unit of the quote. */
  private isTooSmall(amount: bigint, price: bigint): boolean {
    return valueOf(amount, price, this.terms, 'down') === 0n
  }

  /** Carries out a match. The order must not be in the book. */
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
    const customer = taker.user_uuid === MARKET_MAKER ? null : taker
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

  /** Ends an order: it leaves the book and never trades again. */
  close(
    order: Order,
    status: 'filled' | 'cancelled' | 'expired',
    reason: string | null,
    now: number,
  ): void {
    this.remove(order)
    order.status = status
    order.reason = reason
    order.updated_at = now
    order.closed_at = now
  }

  /** Whether the last price triggers a stop; before the first trade, `fallback` is used instead. */
  isTriggered(order: Order, fallback: bigint | null = null): boolean {
    const price = this.last_price ?? fallback
    if (price === null) return false
    return order.side === 'buy' ? price >= order.stop_price! : price <= order.stop_price!
  }

  /** The next stop that the last price triggers, except those given. */
  findTriggered(except: ReadonlySet<Order>): Order | undefined {
    for (const side of ['buy', 'sell'] as const)
      for (const order of this.listStops(side)) {
        if (!this.isTriggered(order)) break
        if (!except.has(order)) return order
      }
    return undefined
  }

  /** Takes an order out of the stops, so that `match` and `apply` can execute it. */
  trigger(order: Order, now: number): void {
    this.remove(order)
    order.triggered_at = now
    order.status = 'open'
  }

  /** Adds a stop that is not triggered yet. */
  park(order: Order): void {
    order.status = 'pending'
    order.seq = ++this.seq
    this.put(order)
  }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** The reserve of a buy order, less the trades of the match so far. */
class Reserve {
  private reserved: bigint | null
  private weight: bigint
  private fee: bigint
  private readonly rate: bigint

  /** `otherwise` replaces a missing reserve; null means that payment is not limited by a reserve. */
  constructor(order: Order, funds: FundsCheck, rate: bigint, otherwise: bigint | null = null) {
    this.reserved = funds.reservedFor(order) ?? otherwise
    this.weight = order.weight
    this.fee = order.fee
    this.rate = rate
  }

  private feeWith(value: bigint): bigint {
    return feeOf(this.weight + value * this.rate)
  }

  /** The largest part of an amount that the reserve pays for, including the fee. */
  findPayable(amount: bigint, price: bigint, terms: Terms, rounding: 'up' | 'down'): bigint {
    if (this.reserved === null) return amount
    const value = valueOf(amount, price, terms, rounding)
    if (value + this.feeWith(value) - this.fee <= this.reserved) return amount
    // The largest value for which the reserve also covers the fee.
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

/** Adds a fill to an order and returns the fee that it adds. */
function advance(order: Order, { amount, value }: Fill, rate: bigint): bigint {
  order.filled += amount
  order.value += value
  order.weight += value * rate
  const before = order.fee
  order.fee = feeOf(order.weight)
  return order.fee - before
}

/**
 * The units that an order needs for its fills and for the rest that stays in the book: the base when it
 * sells, the quote and the fee when it buys.
 */
export function needOf(order: Order, match: Match, terms: Terms): bigint {
  const rest = match.end === 'rests' ? match.left : 0n
  if (order.side === 'sell') return match.fills.reduce((sum, fill) => sum + fill.amount, 0n) + rest
  const now = match.fills.reduce((sum, fill) => sum + fill.value, 0n)
  // Later takers sell to this order, and each such trade is rounded down.
  const later = rest > 0n ? valueOf(rest, order.price!, terms, 'down') : 0n
  return now + later + feeOf(now * order.taker_rate + later * order.maker_rate)
}

/** The same for a stop that is not triggered yet; once triggered, it may fill wholly as a taker. */
export function needOfStop(order: Order, terms: Terms): bigint {
  if (order.side === 'sell') return order.amount
  const value = valueOf(order.amount, limitOf(order)!, terms, 'up')
  return value + feeOf(value * order.taker_rate)
}
