// A node's copy of one book, with the changes that the current batch has made so far.
import type { Environment } from '../../../../operation/caller.ts'
import type { BookName } from '../../../../operation/posting.ts'
import { GCU } from '../../gcu-terms/index.ts'
import { leftOf, type Order, OrderBook, type OrderSide, type Quotes } from './order-book.ts'
import type { Pair } from '../pairs.ts'
import type { BookRow, PlacedOrder } from '../store.ts'

export class BookReplica {
  readonly environment: Environment
  readonly pair: Pair
  readonly book: OrderBook
  /** The version of the book's row that this copy agrees with. */
  version: number
  /** New orders and changed orders that are not written yet. */
  readonly fresh = new Map<string, PlacedOrder>()
  readonly changed = new Map<string, PlacedOrder>()

  constructor(row: BookRow, pair: Pair) {
    this.environment = row.environment
    this.pair = pair
    this.book = new OrderBook(pair)
    this.version = row.version
    this.sync(row)
  }

  sync(row: BookRow): void {
    this.version = row.version
    this.book.seq = row.seq
    this.book.trades = row.trades
    this.book.last_price = row.last_price
  }

  addFresh(order: Order): void {
    this.fresh.set(order.id, this.place(order))
  }

  touch(order: Order): void {
    if (!this.fresh.has(order.id)) this.changed.set(order.id, this.place(order))
  }

  /** Adds the book to the order itself, not to a copy, so that later changes are written too. */
  private place(order: Order): PlacedOrder {
    return Object.assign(order, { environment: this.environment, pair: this.pair.name })
  }

  get tradesGcu(): boolean {
    return this.pair.base.code === GCU || this.pair.quote.code === GCU
  }

  get isChanged(): boolean {
    return this.fresh.size > 0 || this.changed.size > 0
  }

  toRow(): BookRow {
    const { seq, trades, last_price } = this.book
    return {
      environment: this.environment,
      pair: this.pair.name,
      version: this.version,
      seq,
      trades,
      last_price,
    }
  }

  /** Marks all changes as written. */
  settle(): void {
    if (this.isChanged) this.version += 1
    this.fresh.clear()
    this.changed.clear()
  }
}

/** The amounts and prices that the orders of a batch ask for. */
export interface Demand {
  /** Amounts of the base, by buy orders and by sell orders. */
  readonly amounts: Record<OrderSide, bigint>
  /** Prices at which orders of the batch may rest. */
  readonly prices: readonly bigint[]
}

const ROUNDS_MAX = 4

/**
 * The waiting orders that a batch may meet or trigger. This is a generous estimate, so that their money
 * can be locked before anything is decided. If a batch still meets another order, it starts over with
 * every order of the book locked.
 */
export function listReachableOrders(
  market: BookReplica,
  demand: Demand,
  quotes: Quotes,
): Set<Order> {
  const { book } = market
  const found = new Set<Order>()
  const amounts = { ...demand.amounts }
  for (const side of ['buy', 'sell'] as const) {
    const house = side === 'buy' ? quotes.ask : quotes.bid
    if (house === null) continue
    for (const order of book.list(side)) {
      if (side === 'buy' ? order.price! < house : order.price! > house) break
      found.add(order)
    }
  }
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const prices = [...demand.prices, quotes.bid, quotes.ask, book.last_price]
    addPrefix(book.list('sell'), amounts.buy, found, prices)
    addPrefix(book.list('buy'), amounts.sell, found, prices)
    const known = prices.filter((price) => price !== null)
    const before = found.size
    for (const side of ['buy', 'sell'] as const)
      for (const stop of book.listStops(side)) {
        const isNear = known.some((price) =>
          side === 'buy' ? price >= stop.stop_price! : price <= stop.stop_price!,
        )
        if (!isNear) break
        if (found.has(stop)) continue
        found.add(stop)
        amounts[side] += leftOf(stop)
      }
    if (found.size === before) break
  }
  return found
}

function addPrefix(
  orders: Iterable<Order>,
  amount: bigint,
  found: Set<Order>,
  prices: (bigint | null)[],
): void {
  let left = amount
  for (const order of orders) {
    if (left <= 0n) break
    left -= leftOf(order)
    found.add(order)
    prices.push(order.price)
  }
}

export const bothBalances = ({ pair }: BookReplica, account: string): BookName[] => [
  { account, asset: pair.base.code },
  { account, asset: pair.quote.code },
]
