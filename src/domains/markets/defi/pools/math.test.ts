// The arithmetic of pools: no swap lets the product fall, and no round trip gains.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accrue } from '../positions/interest.ts'
import { impactOf, type Pool, swapIn, swapThrough } from './math.ts'
import { type DexPool, findRoutes } from './routes.ts'

const reserve = fc.bigInt({ min: 1_000n, max: 10n ** 30n })
const units = fc.bigInt({ min: 1n, max: 10n ** 32n })
const fee = fc.constantFrom(100, 400, 500, 3000, 4000, 10000)

const pool: fc.Arbitrary<Pool> = fc.record({
  number: fc.constant(1),
  fee,
  asset_a: fc.constant('A'),
  asset_b: fc.constant('B'),
  reserve_a: reserve,
  reserve_b: reserve,
})

describe('a pool', () => {
  it('never lets its product fall, nor its reserves reach zero', () => {
    fc.assert(
      fc.property(
        pool,
        fc.array(fc.tuple(fc.constantFrom('A', 'B'), units), { maxLength: 8 }),
        (before, swaps) => {
          let now = before
          for (const [asset, amount] of swaps) {
            const { pool: after, units_out } = swapIn(now, asset, amount)
            expect(units_out >= 0n).toBe(true)
            expect(after.reserve_a > 0n && after.reserve_b > 0n).toBe(true)
            expect(after.reserve_a * after.reserve_b >= now.reserve_a * now.reserve_b).toBe(true)
            now = after
          }
        },
      ),
    )
  })

  it('gives no gain to a round trip, in however many parts', () => {
    fc.assert(
      fc.property(pool, units, fc.integer({ min: 1, max: 5 }), (before, amount, parts) => {
        const out = swapIn(before, 'A', amount)
        let [now, left, back] = [out.pool, out.units_out, 0n]
        for (let n = parts; n > 0; n--) {
          const part = left / BigInt(n)
          const step = swapIn(now, 'B', part)
          now = step.pool
          left -= part
          back += step.units_out
        }
        expect(back <= amount).toBe(true)
      }),
    )
  })

  it('pays no more for a split swap than a pool without a fee would', () => {
    fc.assert(
      fc.property(pool, units, units, (before, one, two) => {
        const first = swapIn(before, 'A', one)
        const second = swapIn(first.pool, 'A', two)
        const whole = swapIn(before, 'A', one + two)
        // Splitting avoids at most the fee on a fee; it never beats a pool without a fee.
        const free = swapIn({ ...before, fee: 0 }, 'A', one + two)
        expect(first.units_out + second.units_out <= free.units_out).toBe(true)
        expect(whole.units_out <= free.units_out).toBe(true)
      }),
    )
  })

  it('computes the price impact of a swap', () => {
    const deep = {
      number: 1,
      fee: 3000,
      asset_a: 'A',
      asset_b: 'B',
      reserve_a: 10n ** 15n,
      reserve_b: 10n ** 15n,
    }
    const impact = (amount: bigint) =>
      impactOf([deep], 'A', amount, swapIn(deep, 'A', amount).units_out)
    expect(impact(10n ** 9n)).toBe(1n)
    expect(impact(10n ** 12n)).toBe(997n)
    expect(impact(10n ** 15n)).toBe(499_249n)
    const through = swapThrough([deep, { ...deep, number: 2, asset_a: 'C' }], 'A', 10n ** 12n)
    expect(through.assets).toEqual(['A', 'B', 'C'])
    expect(impactOf(through.pools, 'A', 1n, 0n)).toBe(1_000_000n)
  })
})

describe('routes', () => {
  const known = (number: number, a: string, b: string, more: Partial<DexPool> = {}): DexPool => ({
    number,
    dex: 'uniswap_v3',
    chain: 'ethereum',
    fee: 3000,
    asset_a: a,
    asset_b: b,
    reserve_a: 10n ** 18n,
    reserve_b: 10n ** 18n,
    ...more,
  })
  const request = {
    asset_in: 'DAI',
    precision_in: 18,
    asset_out: 'USDC',
    units_in: 10n ** 15n,
    sources: ['uniswap_v3', 'curve'] as const,
  }

  it('lead over another token where the output is larger', () => {
    const direct = known(1, 'DAI', 'USDC', { reserve_b: 10n ** 17n })
    const pools = [direct, known(2, 'DAI', 'USDT'), known(3, 'USDC', 'USDT')]
    const [best] = findRoutes(pools, request)
    expect(best?.path).toEqual(['DAI', 'USDT', 'USDC'])
    expect(findRoutes([direct], request)[0]?.path).toEqual(['DAI', 'USDC'])
  })

  it('stay on one exchange, and the best exchange comes first', () => {
    const pools = [known(1, 'DAI', 'USDC'), known(2, 'DAI', 'USDC', { dex: 'curve', fee: 400 })]
    expect(findRoutes(pools, request).map(({ dex }) => dex)).toEqual(['curve', 'uniswap_v3'])
    const split = [known(1, 'DAI', 'USDT'), known(2, 'USDC', 'USDT', { dex: 'curve' })]
    expect(findRoutes(split, request)).toEqual([])
    expect(findRoutes(pools, { ...request, units_in: 1n })).toEqual([])
  })

  it('use the cheap pool of Uniswap for large swaps of ether only', () => {
    const deep = { reserve_a: 10n ** 24n, reserve_b: 10n ** 24n }
    const pools = [
      known(1, 'DAI', 'WETH', { ...deep, fee: 500 }),
      known(2, 'DAI', 'WETH', { ...deep, fee: 3000 }),
    ]
    const numberFor = (dollars: bigint) =>
      findRoutes(pools, {
        ...request,
        asset_out: 'WETH',
        units_in: dollars * 10n ** 18n,
      })[0]?.pools[0]?.number
    expect([numberFor(10_000n), numberFor(10_001n)]).toEqual([2, 1])
  })
})

describe('interest', () => {
  const start = new Date('2026-01-01T00:00:00Z')
  it('is a year’s rate after a year, rounded for the bank', () => {
    const year = new Date('2027-01-01T00:00:00Z')
    const at = (type: 'supply' | 'borrow', amount: bigint) =>
      accrue({ type, units: amount, accrued_at: start }, 350n, year)
    expect(at('supply', 1_000_000n)).toBe(1_035_000n)
    expect(at('borrow', 1_000_000n)).toBe(1_035_000n)
    expect(at('supply', 10n)).toBe(10n)
    expect(at('borrow', 10n)).toBe(11n)
  })

  it('never decreases, and frequent accrual earns a supply no more than compounding allows', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 24n }),
        fc.array(fc.integer({ min: -1000, max: 10 ** 9 }), { maxLength: 10 }),
        (amount, steps) => {
          let [supply, loan, at] = [amount, amount, start]
          for (const step of steps) {
            const now = new Date(at.getTime() + step)
            const next = accrue({ type: 'supply', units: supply, accrued_at: at }, 350n, now)
            const owed = accrue({ type: 'borrow', units: loan, accrued_at: at }, 350n, now)
            expect(next >= supply && owed >= next - supply + loan).toBe(true)
            ;[supply, loan, at] = [next, owed, now]
          }
        },
      ),
    )
  })
})
