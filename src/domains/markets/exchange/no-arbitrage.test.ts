// No way of trading with the bank creates value. At constant rates, the holdings of a group of colluding
// traders are worth no more after any single step than before it, counted exactly: so no cycle of steps
// gains a unit, however long. All pairs, sizes from one smallest unit to far above the limit, any rates.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Asset, multiplyDivide } from '../../../kernel/money.ts'
import { type AssetCatalogue, type AssetRecord, RATE_SCALE } from '../../core/assets/index.ts'
import {
  legUnits,
  type PricedComponent,
  setUnits,
  VALUE_SCALE,
  valueOf as navOf,
  exactValueOf,
} from '../baskets/components.ts'
import { feeOn, GCU } from '../gcu-terms/index.ts'
import { computeTerms } from '../gcu/service.ts'
import { convertUnits } from '../../core/rates/index.ts'
import {
  type FundsCheck,
  isWaiting,
  needOf,
  type Order,
  OrderBook,
  type OrderSide,
} from './matching/order-book.ts'
import { ratesFor } from './matching/fees.ts'
import { quotesOf } from './matching/market-maker.ts'
import { type Pair, Pairs } from './pairs.ts'

const precisions = { USD: 2, EUR: 2, GBP: 2, CHF: 2, JPY: 0, XAU: 6, BTC: 8, ETH: 18, GCU: 4 }
type Code = keyof typeof precisions
const codes = Object.keys(precisions) as Code[]
const plain = codes.filter((code) => code !== GCU)
const assetOf = (code: string): Asset => ({ code, precision: precisions[code as Code] })

/** The first composition of the GCU: percents, and the prices of that day in millionths of a dollar. */
const launch = [
  { asset_code: 'USD', weight: 4_000, millionths: 1_000_000 },
  { asset_code: 'EUR', weight: 3_000, millionths: 1_085_000 },
  { asset_code: 'GBP', weight: 1_500, millionths: 1_270_000 },
  { asset_code: 'CHF', weight: 1_000, millionths: 1_087_000 },
  { asset_code: 'JPY', weight: 300, millionths: 6_700 },
  { asset_code: 'XAU', weight: 200, millionths: 2_000_000_000 },
]
const toRate = (millionths: number): bigint => BigInt(millionths) * (RATE_SCALE / 1_000_000n)
const parts = setUnits(
  launch.map(({ millionths, ...target }) => ({ ...target, price: toRate(millionths) })),
  VALUE_SCALE,
)

/** The bank at some rates: its quotes, and the exact value of every asset. */
class World {
  /** For counterexamples. */
  toString(): string {
    return JSON.stringify(this.millionths)
  }
  readonly [fc.toStringMethod] = (): string => this.toString()

  private readonly millionths: Readonly<Record<string, number>>
  readonly rates: ReadonlyMap<string, bigint>
  readonly parts: PricedComponent[]
  readonly assets: AssetCatalogue
  readonly pairs: Pair[]

  constructor(millionths: Readonly<Record<string, number>>) {
    this.millionths = millionths
    const rates = new Map(Object.entries(millionths).map(([code, rate]) => [code, toRate(rate)]))
    rates.set('USD', RATE_SCALE)
    this.parts = parts.map((part) => ({ ...part, price: rates.get(part.asset_code)! }))
    // As it is recorded: eight places.
    rates.set(GCU, navOf(this.parts) * (RATE_SCALE / VALUE_SCALE))
    this.rates = rates
    this.assets = {
      get: assetOf,
      findValidRate: (code: string) => rates.get(code),
    } as unknown as AssetCatalogue
    this.pairs = new Pairs(this.assets).list()
  }

  /** Dollars times 10^48. A GCU is worth its parts. */
  worth(changes: ReadonlyMap<string, bigint>): bigint {
    const nav = this.parts.reduce((sum, part) => sum + exactValueOf(part), 0n)
    let sum = 0n
    for (const [code, units] of changes) {
      const finest = units * 10n ** BigInt(18 - assetOf(code).precision)
      sum += finest * (code === GCU ? nav : this.rates.get(code)! * 10n ** 12n)
    }
    return sum
  }
}

const NOW = new Date(0)

type Changes = Map<string, bigint>
const add = (changes: Changes, code: string, units: bigint): void => {
  changes.set(code, (changes.get(code) ?? 0n) + units)
}

let made = 0
const toOrder = (owner: string, side: OrderSide, amount: bigint, price: bigint | null): Order => ({
  id: `order ${++made}`,
  account_id: owner,
  user_uuid: owner,
  manager_uuid: null,
  side,
  type: price === null ? 'market' : 'limit',
  time_in_force: 'GTC',
  amount,
  price,
  stop_price: null,
  // The lowest fees there are.
  ...ratesFor(10n ** 12n),
  by_program: false,
  expires_at: null,
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

/** Two colluding traders and the house in one book: the traders' gain from all orders together. */
function trade(world: World, pair: Pair, requests: readonly OrderRequest[]): Changes {
  const changes: Changes = new Map()
  const book = new OrderBook(pair)
  const quotes = quotesOf(pair, world.assets, NOW)
  const reserved = new Map<string, bigint>()
  const paid = new Map<string, bigint>()
  const funds: FundsCheck = {
    judge: () => 'trade',
    reservedFor: ({ id }) => {
      const units = reserved.get(id)
      return units === undefined ? null : units - (paid.get(id) ?? 0n)
    },
  }
  for (const { owner, side, amount, off } of requests) {
    const middle = ((quotes.bid ?? 0n) + quotes.ask!) / 2n
    const price = off === null ? null : (middle * BigInt(10_000 + off)) / 10_000n || 1n
    const order = toOrder(owner, side, amount, price)
    const match = book.match(order, quotes, funds)
    if (side === 'buy') reserved.set(order.id, needOf(order, match, pair))
    for (const done of book.apply(order, match, 0)) {
      if (done.buyer) {
        const cost = done.value + done.buyer_fee
        add(changes, pair.base.code, done.amount)
        add(changes, pair.quote.code, -cost)
        paid.set(done.buyer.id, (paid.get(done.buyer.id) ?? 0n) + cost)
        expect(paid.get(done.buyer.id)).toBeLessThanOrEqual(reserved.get(done.buyer.id)!)
      }
      if (done.seller) {
        add(changes, pair.base.code, -done.amount)
        add(changes, pair.quote.code, done.value - done.seller_fee)
      }
      // A fee that is due is at least one unit, counted over the whole order.
      for (const one of [done.buyer, done.seller]) if (one) expect(one.fee).toBeGreaterThan(0n)
    }
    expect(isWaiting(order)).toBe(match.end === 'rests')
  }
  return changes
}

interface OrderRequest {
  readonly owner: string
  readonly side: OrderSide
  readonly amount: bigint
  /** Hundredths of a percent off the middle; null: a market order. */
  readonly off: number | null
}

const convert = (world: World, from: Code, to: Code, units: bigint): Changes => {
  const fraction = { numerator: world.rates.get(from)!, denominator: world.rates.get(to)! }
  const got = convertUnits(units, fraction, assetOf(from), assetOf(to), 'down')
  const changes: Changes = new Map()
  if (got === 0n) return changes
  add(changes, from, -units)
  add(changes, to, got)
  return changes
}

function atTheCounter(world: World, side: OrderSide, code: Code, units: bigint): Changes {
  const price = {
    gcu: world.rates.get(GCU)! / (RATE_SCALE / VALUE_SCALE),
    currency: world.rates.get(code)!,
  }
  const [money, gcu] = [assetOf(code) as AssetRecord, assetOf(GCU) as AssetRecord]
  const terms = computeTerms(side, units, price, money, gcu)
  const changes: Changes = new Map()
  if (terms.money_units === 0n || terms.gcu_units === 0n) return changes
  add(changes, GCU, side === 'buy' ? terms.gcu_units : -terms.gcu_units)
  add(changes, code, side === 'buy' ? -terms.money_units : terms.money_units - terms.fee_units)
  return changes
}

function putTogether(world: World, isApart: boolean, amount: bigint): Changes {
  const changes: Changes = new Map()
  const gcu = assetOf(GCU)
  const legs = (rounding: 'up' | 'down') =>
    world.parts.map((part) => ({
      code: part.asset_code,
      units: legUnits(amount, gcu, part, assetOf(part.asset_code), rounding),
    }))
  if (legs('down').every(({ units }) => units === 0n)) return changes
  add(changes, GCU, isApart ? -amount : amount)
  for (const { code, units } of legs(isApart ? 'down' : 'up'))
    add(changes, code, isApart ? units : -(units + feeOn(units)))
  return changes
}

const check = (world: World, changes: Changes): void =>
  expect(world.worth(changes), JSON.stringify([...changes].map(String))).toBeLessThanOrEqual(0n)

/** From one smallest unit to beyond every bound, as often small as large. */
const sizes = fc
  .tuple(fc.integer({ min: 0, max: 26 }), fc.integer({ min: 1, max: 9_999 }))
  .map(([digits, head]) => multiplyDivide(10n ** BigInt(digits), BigInt(head), 1_000n, 'up'))

const worlds = fc
  .record({
    EUR: fc.integer({ min: 900_000, max: 1_300_000 }),
    GBP: fc.integer({ min: 1_000_000, max: 1_500_000 }),
    CHF: fc.integer({ min: 900_000, max: 1_300_000 }),
    JPY: fc.integer({ min: 5_000, max: 9_000 }),
    XAU: fc.integer({ min: 1_500_000_000, max: 3_000_000_000 }),
    BTC: fc.integer({ min: 1, max: 200_000_000_000 }),
    ETH: fc.integer({ min: 1, max: 10_000_000_000 }),
  })
  .map((rates) => new World(rates))

const sides = fc.constantFrom<OrderSide>('buy', 'sell')

describe('at constant rates no trader gains value', () => {
  it('by an order that matches the house, in every pair', () => {
    fc.assert(
      fc.property(worlds, sides, sizes, (world, side, amount) => {
        for (const pair of world.pairs)
          check(world, trade(world, pair, [{ owner: 'one', side, amount, off: null }]))
      }),
      { numRuns: 400 },
    )
  })

  it('by any orders of two colluding traders that match each other and the house', () => {
    const requests = fc.array(
      fc.record<OrderRequest>({
        owner: fc.constantFrom('one', 'other'),
        side: sides,
        amount: sizes,
        off: fc.oneof(fc.constant(null), fc.integer({ min: -300, max: 300 })),
      }),
      { minLength: 2, maxLength: 12 },
    )
    fc.assert(
      fc.property(worlds, fc.nat(14), requests, (world, index, list) => {
        check(world, trade(world, world.pairs[index]!, list))
      }),
      { numRuns: 1_500 },
    )
  })

  it('by converting', () => {
    const code = fc.constantFrom(...plain)
    fc.assert(
      fc.property(worlds, code, code, sizes, (world, from, to, units) => {
        if (from !== to) check(world, convert(world, from, to, units))
      }),
      { numRuns: 1_000 },
    )
  })

  it('by buying, selling, composing or decomposing GCU', () => {
    const currency = fc.constantFrom<Code>('EUR', 'USD', 'GBP', 'CHF')
    fc.assert(
      fc.property(worlds, sides, currency, sizes, (world, side, code, units) => {
        check(world, atTheCounter(world, side, code, units))
        check(world, putTogether(world, side === 'sell', units))
      }),
      { numRuns: 1_000 },
    )
  })

  it('by the cycle that was found: small purchases, then one conversion', () => {
    const world = new World({
      EUR: 1_085_000,
      GBP: 1_270_000,
      CHF: 1_087_000,
      JPY: 6_700,
      XAU: 2_000_000_000,
      BTC: 45_000_000_000,
      ETH: 3_000_000_000,
    })
    for (const pair of world.pairs)
      for (let cents = 1n; cents < 400n; cents += 7n) {
        // The largest amount for this many units of the quote if it were rounded down.
        const { ask } = quotesOf(pair, world.assets, NOW)
        const amount = ((cents + 1n) * pair.divisor - 1n) / ask!
        const bought = trade(world, pair, [{ owner: 'one', side: 'buy', amount, off: null }])
        const base = bought.get(pair.base.code) ?? 0n
        if (base === 0n || pair.quote.code === GCU) continue
        const back = convert(world, pair.base.code as Code, pair.quote.code as Code, 201n * base)
        expect(
          201n * bought.get(pair.quote.code)! + (back.get(pair.quote.code) ?? 0n),
        ).toBeLessThan(0n)
      }
  })
})

describe('no way to get GCU from the bank is cheaper than its counter', () => {
  it('for any asset that pays for it', () => {
    const pairs = (world: World) => world.pairs.filter(({ quote }) => quote.code === GCU)
    fc.assert(
      fc.property(worlds, fc.bigInt({ min: 10n ** 4n, max: 10n ** 10n }), (world, gcu) => {
        // One percent of what was paid, less what rounding may bring: a unit of each asset.
        const priceOf = (changes: Changes): bigint => {
          const got = changes.get(GCU)!
          const given = new Map([...changes].filter(([code]) => code !== GCU))
          const unit = new Map([...given.keys(), GCU].map((code) => [code, 1n]))
          return (
            ((-world.worth(given) + world.worth(unit)) * 10_000n) /
            world.worth(new Map([[GCU, got]]))
          )
        }
        expect(priceOf(putTogether(world, false, gcu))).toBeGreaterThanOrEqual(10_100n)
        for (const pair of pairs(world)) {
          const { bid } = quotesOf(pair, world.assets, NOW)
          if (bid === null) continue
          const amount = multiplyDivide(gcu, pair.divisor, bid, 'up')
          const sold = trade(world, pair, [{ owner: 'one', side: 'sell', amount, off: null }])
          if (sold.has(GCU)) expect(priceOf(sold)).toBeGreaterThanOrEqual(10_100n)
        }
      }),
      { numRuns: 300 },
    )
  })
})
