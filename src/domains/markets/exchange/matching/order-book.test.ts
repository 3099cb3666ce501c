// The matching core against random orders: money is conserved, the best and oldest come first, no book
// is ever crossed, there are no self-trades, and reserves cover all payments.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FundsCheck,
  feeOf,
  type MatchDecision,
  isWaiting,
  leftOf,
  limitOf,
  type Match,
  needOf,
  needOfStop,
  type Order,
  OrderBook,
  type OrderSide,
  type OrderType,
  type Quotes,
  type TimeInForce,
  type Traded,
  valueOf,
} from './order-book.ts'

const terms = { divisor: 100n }
const noHouse: Quotes = { bid: null, ask: null, depth: 1_000n }
const house: Quotes = { bid: 95n, ask: 105n, depth: 1_000n }
const always = (): MatchDecision => 'trade'

interface OrderRequest {
  readonly owner: number
  readonly side: OrderSide
  readonly type: OrderType
  readonly tif: TimeInForce
  readonly amount: number
  readonly price: number
  readonly stop: number
}

const requests = fc.record<OrderRequest>({
  owner: fc.integer({ min: 0, max: 4 }),
  side: fc.constantFrom('buy', 'sell'),
  type: fc.constantFrom('limit', 'limit', 'limit', 'market', 'stop', 'stop_limit'),
  tif: fc.constantFrom('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'GTD'),
  amount: fc.integer({ min: 1, max: 500 }),
  price: fc.integer({ min: 85, max: 115 }),
  stop: fc.integer({ min: 85, max: 115 }),
})

type Step = { readonly place: OrderRequest } | { readonly cancel: number }
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: requests.map((place): Step => ({ place })) },
    { weight: 1, arbitrary: fc.nat(50).map((cancel): Step => ({ cancel })) },
  ),
  { maxLength: 60 },
)

let made = 0
const toOrder = (input: OrderRequest): Order => ({
  id: `order ${++made}`,
  account_id: `account ${input.owner}`,
  user_uuid: `user ${input.owner}`,
  manager_uuid: null,
  side: input.side,
  type: input.type,
  time_in_force: input.tif,
  amount: BigInt(input.amount),
  price: input.type === 'limit' || input.type === 'stop_limit' ? BigInt(input.price) : null,
  stop_price: input.type === 'stop' || input.type === 'stop_limit' ? BigInt(input.stop) : null,
  maker_rate: 10_000n,
  taker_rate: 20_000n,
  by_program: false,
  expires_at: input.tif === 'GTD' ? 1_000 : null,
  created_at: 0,
  filled: 0n,
  value: 0n,
  weight: 0n,
  fee: 0n,
  status: 'pending',
  reason: null,
  seq: 0,
  triggered_at: null,
  updated_at: 0,
  closed_at: null,
})

/** Runs a book as the exchange does, and records reserves and payments. */
class Simulation {
  readonly book = new OrderBook(terms)
  readonly all: Order[] = []
  readonly trades: Traded[] = []
  readonly reserved = new Map<Order, bigint>()
  readonly paid = new Map<Order, bigint>()
  readonly matches: { order: Order; match: Match; before: Order[] }[] = []
  private readonly quotes: Quotes

  constructor(quotes: Quotes) {
    this.quotes = quotes
  }

  run(list: readonly Step[]): this {
    for (const step of list) {
      if ('place' in step) this.place(toOrder(step.place))
      else {
        const order = this.all[step.cancel]
        if (order && isWaiting(order)) this.book.close(order, 'cancelled', 'test', 0)
      }
    }
    return this
  }

  private place(order: Order): void {
    this.all.push(order)
    if (order.stop_price !== null && !this.book.isTriggered(order)) {
      this.reserved.set(order, needOfStop(order, terms))
      this.book.park(order)
    } else {
      if (order.stop_price !== null) order.triggered_at = 0
      this.enter(order, true)
    }
    for (;;) {
      const next = this.book.findTriggered(new Set())
      if (!next) return
      this.book.trigger(next, 0)
      this.enter(next, false)
    }
  }

  /** The unspent reserve of an order; an incoming order has none. */
  private readonly funds: FundsCheck = {
    judge: always,
    reservedFor: (order) => {
      const reserved = this.reserved.get(order)
      return reserved === undefined ? null : reserved - (this.paid.get(order) ?? 0n)
    },
  }

  private enter(order: Order, isNew: boolean): void {
    const before = [...this.book.list(order.side === 'buy' ? 'sell' : 'buy')]
    const match = this.book.match(order, this.quotes, this.funds)
    if (isNew) this.reserved.set(order, needOf(order, match, terms))
    this.matches.push({ order, match, before })
    for (const trade of this.book.apply(order, match, 0)) {
      this.trades.push(trade)
      this.pay(trade.buyer, trade.value + trade.buyer_fee)
      this.pay(trade.seller, trade.amount)
    }
  }

  private pay(order: Order | null, units: bigint): void {
    if (order) this.paid.set(order, (this.paid.get(order) ?? 0n) + units)
  }
}

const forAll = (check: (simulation: Simulation) => void): void =>
  fc.assert(
    fc.property(steps, fc.boolean(), (list, withHouse) => {
      check(new Simulation(withHouse ? house : noHouse).run(list))
    }),
    { numRuns: 400 },
  )

describe('any sequence of orders', () => {
  it('conserves money: both sides of a trade are equal, and orders are the sum of their trades', () => {
    forAll(({ all, trades }) => {
      for (const order of all) {
        const mine = trades.filter((trade) => trade.buyer === order || trade.seller === order)
        expect(order.filled).toBe(mine.reduce((sum, trade) => sum + trade.amount, 0n))
        expect(order.value).toBe(mine.reduce((sum, trade) => sum + trade.value, 0n))
        expect(order.fee).toBe(
          mine.reduce(
            (sum, trade) => sum + (trade.buyer === order ? trade.buyer_fee : trade.seller_fee),
            0n,
          ),
        )
        expect(order.fee).toBe(feeOf(order.weight))
        expect(order.filled).toBeLessThanOrEqual(order.amount)
        expect(order.status === 'filled').toBe(order.filled === order.amount)
      }
      for (const { amount, price, value, maker_side } of trades) {
        // The maker gets its price or better, by less than a unit.
        expect(value).toBe(valueOf(amount, price, terms, maker_side === 'buy' ? 'down' : 'up'))
        expect(value).toBeGreaterThan(0n)
      }
    })
  })

  it('is paid from the reserves, which last while an order is unfilled', () => {
    forAll(({ all, reserved, paid }) => {
      for (const order of all) {
        const left = (reserved.get(order) ?? 0n) - (paid.get(order) ?? 0n)
        expect(left).toBeGreaterThanOrEqual(0n)
        if (isWaiting(order) && order.side === 'sell') expect(left).toBe(leftOf(order))
        // A triggered stop has paid at most one unit more for each maker.
        if (isWaiting(order) && order.side === 'buy' && order.stop_price === null)
          expect(left).toBeGreaterThanOrEqual(valueOf(leftOf(order), order.price!, terms, 'down'))
      }
    })
  })

  it('matches the best price first, then the oldest, at the maker’s price and within its limit', () => {
    forAll(({ matches }) => {
      for (const { order, match, before } of matches) {
        const makers = match.fills.flatMap(({ maker }) => maker ?? [])
        // The matched makers are the first of the queue, and all but the last of them are filled.
        expect(makers).toEqual(before.slice(0, makers.length))
        const limit = limitOf(order)
        let last: bigint | undefined
        for (const { maker, price } of match.fills) {
          if (maker) expect(price).toBe(maker.price)
          if (limit !== null)
            expect(order.side === 'buy' ? price <= limit : price >= limit).toBe(true)
          if (last !== undefined)
            expect(order.side === 'buy' ? price >= last : price <= last).toBe(true)
          last = price
        }
      }
    })
  })

  it('leaves no book crossed, neither among customers nor with the house', () => {
    fc.assert(
      fc.property(steps, fc.boolean(), (list, withHouse) => {
        const simulation = new Simulation(withHouse ? house : noHouse)
        for (const step of list) {
          simulation.run([step])
          const bid = simulation.book.bestPrice('buy')
          const ask = simulation.book.bestPrice('sell')
          if (bid !== undefined && ask !== undefined) expect(bid).toBeLessThan(ask)
          if (withHouse && bid !== undefined) expect(bid).toBeLessThan(house.ask!)
          if (withHouse && ask !== undefined) expect(ask).toBeGreaterThan(house.bid!)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('contains no self-trades', () => {
    forAll(({ trades }) => {
      for (const { buyer, seller } of trades)
        if (buyer && seller) expect(buyer.user_uuid).not.toBe(seller.user_uuid)
    })
  })

  it('fills FOK wholly or not at all, and lets only GTC and GTD limit orders rest', () => {
    forAll(({ all, book }) => {
      for (const order of all) {
        const isDormant = order.status === 'pending'
        if (order.time_in_force === 'FOK' && !isDormant)
          expect([0n, order.amount]).toContain(order.filled)
        if (!isWaiting(order) || isDormant) continue
        expect(['limit', 'stop_limit']).toContain(order.type)
        expect(['GTC', 'GTD']).toContain(order.time_in_force)
      }
      const waiting = new Set(all.filter(isWaiting))
      expect(new Set(book.orders.values())).toEqual(waiting)
    })
  })

  it('leaves no stop behind that the last price triggers', () => {
    forAll(({ book }) => {
      for (const side of ['buy', 'sell'] as const)
        for (const stop of book.listStops(side)) expect(book.isTriggered(stop)).toBe(false)
    })
  })

  it('yields a book that can be rebuilt from its orders in any number of steps', () => {
    const show = (book: OrderBook) =>
      (['buy', 'sell'] as const).flatMap((side) => [
        [...book.list(side)].map(({ id, filled, seq }) => ({ id, filled, seq })),
        [...book.listStops(side)].map(({ id, seq }) => ({ id, seq })),
      ])
    fc.assert(
      fc.property(steps, steps, (first, then) => {
        const simulation = new Simulation(noHouse).run(first)
        const bySeq = (orders: Iterable<Order>): Order[] =>
          [...orders].map((order) => ({ ...order })).toSorted((a, b) => a.seq - b.seq)
        // As a node that starts: from all waiting orders.
        const rebuilt = new OrderBook(terms)
        for (const order of bySeq(simulation.book.orders.values())) rebuilt.replace(order)
        expect(show(rebuilt)).toEqual(show(simulation.book))
        // As a node with a stale copy: from all orders that changed since.
        const before = new Map(simulation.all.map((order) => [order.id, { ...order }]))
        simulation.run(then)
        const changed = simulation.all.filter((order) => {
          const old = before.get(order.id)
          return (
            old?.filled !== order.filled || old.status !== order.status || old.seq !== order.seq
          )
        })
        for (const order of bySeq(changed)) rebuilt.replace(order)
        expect(show(rebuilt)).toEqual(show(simulation.book))
      }),
      { numRuns: 400 },
    )
  })

  it('is deterministic', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const run = () => {
          made = 0
          return new Simulation(house).run(list).trades.map((trade) => ({
            ...trade,
            buyer: trade.buyer?.id,
            seller: trade.seller?.id,
          }))
        }
        expect(run()).toEqual(run())
      }),
      { numRuns: 100 },
    )
  })
})

describe('a waiting order that cannot trade', () => {
  const place = (
    book: OrderBook,
    input: Partial<OrderRequest>,
    judge: () => MatchDecision = always,
  ) => {
    const order = toOrder({
      owner: 0,
      side: 'sell',
      type: 'limit',
      tif: 'GTC',
      amount: 10,
      price: 100,
      stop: 0,
      ...input,
    })
    const match = book.match(order, noHouse, { judge, reservedFor: () => null })
    book.apply(order, match, 7)
    return order
  }

  it('is dropped, and the next one is matched', () => {
    const book = new OrderBook(terms)
    const first = place(book, { owner: 1 })
    const second = place(book, { owner: 2 })
    const answers: MatchDecision[] = [{ drop: 'account_unavailable' }, 'trade']
    const bid = place(book, { side: 'buy' }, () => answers.shift()!)
    expect(first).toMatchObject({
      status: 'cancelled',
      reason: 'account_unavailable',
      closed_at: 7,
    })
    expect([second.status, bid.status]).toEqual(['filled', 'filled'])
  })

  it('stays in the book if the incoming FOK order is not filled', () => {
    const book = new OrderBook(terms)
    const first = place(book, { owner: 1 })
    place(book, { side: 'buy', tif: 'FOK' }, () => ({ drop: 'account_unavailable' }))
    expect(first.status).toBe('open')
  })

  it('ends the incoming order if it cannot be dropped', () => {
    const book = new OrderBook(terms)
    const first = place(book, { owner: 1 })
    const bid = place(book, { side: 'buy' }, () => 'stop')
    expect(bid).toMatchObject({ status: 'cancelled', reason: 'counterparty_unavailable' })
    expect(first.status).toBe('open')
  })
})
