// The arithmetic of baskets: units, values, shares and legs, for any prices, weights and amounts.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RATE_SCALE } from '../../core/assets/index.ts'
import {
  legUnits,
  type PricedComponent,
  priceComponents,
  readUnits,
  normalizeWeights,
  setUnits,
  apportion,
  sharesOf,
  VALUE_SCALE,
  valueOf,
  WHOLE,
  writeUnits,
} from './components.ts'

const precision = fc.integer({ min: 0, max: 18 })
const price = fc.bigInt({ min: 10n ** 12n, max: 10n ** 24n })

/** Any number of weights that sum to a hundred percent. */
const weights = fc
  .array(fc.integer({ min: 1, max: 1000 }), { minLength: 2, maxLength: 20 })
  .map((sizes) =>
    apportion(
      BigInt(WHOLE),
      sizes.map((size) => BigInt(size)),
    ).map(Number),
  )

const targets = weights.chain((list) =>
  fc
    .tuple(...list.map(() => price))
    .map((prices) =>
      list.map((weight, index) => ({ asset_code: `A${index}`, weight, price: prices[index]! })),
    ),
)

describe('setUnits', () => {
  it('gives every part its weight: the launch units of the GCU', () => {
    const dollars = (text: string) =>
      BigInt(Math.round(Number(text) * 1e6)) * (RATE_SCALE / 10n ** 6n)
    const gcu = [
      ['USD', 4000, '1'],
      ['EUR', 3000, '1.085'],
      ['GBP', 1500, '1.27'],
      ['CHF', 1000, '1.087'],
      ['JPY', 300, '0.0067'],
      ['XAU', 200, '2000'],
    ] as const
    const parts = setUnits(
      gcu.map(([asset_code, weight, text]) => ({ asset_code, weight, price: dollars(text) })),
      VALUE_SCALE,
    )
    expect(parts.map(({ units }) => writeUnits(units))).toEqual([
      '0.400000000000',
      '0.276497695852',
      '0.118110236220',
      '0.091996320147',
      '4.477611940506',
      '0.000010000000',
    ])
    expect(valueOf(parts)).toBe(VALUE_SCALE)
    expect(sharesOf(parts)).toEqual([4000, 3000, 1500, 1000, 300, 200])
  })

  it('never makes a basket worth more than it was', () => {
    fc.assert(
      fc.property(targets, fc.bigInt({ min: 1n, max: 10n ** 14n }), (list, value) => {
        const parts = setUnits(list, value)
        const exact = parts.reduce((sum, part) => sum + part.units * part.price, 0n)
        expect(exact <= value * 10n ** 22n).toBe(true)
        // It is short by less than a unit of the cheapest part.
        const short = value * 10n ** 22n - exact
        expect(list.every((part) => short < part.price)).toBe(true)
        // Each part has its weight, except for the remainder that rounding adds to the cheapest.
        const slack = list.reduce((sum, part) => sum + part.price, 0n)
        for (const part of parts) {
          const off = part.units * part.price - (value * 10n ** 22n * BigInt(part.weight)) / 10_000n
          expect((off < 0n ? -off : off) <= slack).toBe(true)
        }
      }),
    )
  })
})

describe('legs of a basket', () => {
  const part = fc.record({ units: fc.bigInt({ min: 0n, max: 10n ** 18n }), precision })
  it('there and back never creates value and costs at most one unit a leg', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 30n }),
        precision,
        fc.array(part, { minLength: 1, maxLength: 20 }),
        (amount, places, parts) => {
          for (const one of parts) {
            const taken = legUnits(amount, { precision: places }, one, one, 'up')
            const given = legUnits(amount, { precision: places }, one, one, 'down')
            expect(given <= taken && taken - given <= 1n).toBe(true)
            const exact = amount * one.units * 10n ** BigInt(one.precision)
            const scale = 10n ** BigInt(places + 12)
            expect(taken * scale >= exact && given * scale <= exact).toBe(true)
          }
        },
      ),
    )
  })

  it('in several steps never yields more than in one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 12n }), { minLength: 2, maxLength: 8 }),
        part,
        (amounts, one) => {
          const leg = (amount: bigint, rounding: 'up' | 'down') =>
            legUnits(amount, { precision: 4 }, one, one, rounding)
          const whole = amounts.reduce((a, b) => a + b, 0n)
          const sum = (rounding: 'up' | 'down') =>
            amounts.reduce((all, amount) => all + leg(amount, rounding), 0n)
          expect(sum('up') >= leg(whole, 'up')).toBe(true)
          expect(sum('down') <= leg(whole, 'down')).toBe(true)
        },
      ),
    )
  })
})

describe('shares', () => {
  it('sum to the whole, each within one of its exact size', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 20n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 30n }), { minLength: 1, maxLength: 30 }),
        (total, sizes) => {
          const sum = sizes.reduce((a, b) => a + b, 0n)
          fc.pre(sum > 0n)
          const shares = apportion(total, sizes)
          expect(shares.reduce((a, b) => a + b, 0n)).toBe(total)
          for (const [index, share] of shares.entries()) {
            const rest = share * sum - total * sizes[index]!
            expect((rest < 0n ? -rest : rest) < sum).toBe(true)
          }
        },
      ),
    )
  })

  it('give the leftover units to the largest remainder, not to the first', () => {
    expect(apportion(100n, [2n, 1n])).toEqual([67n, 33n])
    expect(apportion(100n, [1n, 2n])).toEqual([33n, 67n])
    expect(apportion(10_000n, [1n, 1n, 1n])).toEqual([3_334n, 3_333n, 3_333n])
    expect(() => apportion(1n, [0n])).toThrow('sum to zero')
  })
})

describe('normalizeWeights', () => {
  it('always ends at a hundred percent, or refuses', () => {
    fc.assert(
      fc.property(weights, fc.integer({ min: -3, max: 3 }), (list, off) => {
        const given = list.map((weight, index) => ({
          asset_code: `A${index}`,
          weight: index === 0 ? weight + off : weight,
        }))
        fc.pre(given[0]!.weight > 0)
        const settled = normalizeWeights(given)
        const sum = settled?.reduce((all, { weight }) => all + weight, 0)
        expect(sum).toBe(Math.abs(off) > 1 ? undefined : WHOLE)
      }),
    )
    const thirds = ['A', 'B', 'C'].map((asset_code) => ({ asset_code, weight: 3333 }))
    expect(normalizeWeights(thirds)!.map(({ weight }) => weight)).toEqual([3334, 3333, 3333])
  })
})

describe('values', () => {
  it('are unknown while a price is unknown', () => {
    const parts = [{ asset_code: 'EUR', weight: WHOLE, units: 10n ** 12n }]
    expect(priceComponents(parts, new Map())).toBeUndefined()
    const priced = priceComponents(parts, new Map([['EUR', RATE_SCALE * 2n]]))
    expect(valueOf(priced!)).toBe(2n * VALUE_SCALE)
  })

  it('are rounded half to even at eight places', () => {
    const at = (units: bigint): PricedComponent[] => [
      { asset_code: 'USD', weight: WHOLE, units, price: RATE_SCALE },
    ]
    expect(valueOf(at(5_000n))).toBe(0n)
    expect(valueOf(at(15_000n))).toBe(2n)
    expect(valueOf(at(15_001n))).toBe(2n)
    expect(valueOf(at(25_000n))).toBe(2n)
  })

  it('keep their units as text without a loss', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n }), (units) => {
        expect(readUnits(writeUnits(units))).toBe(units)
      }),
    )
  })
})
