// Money: no unit is lost or created, whatever the amount and the asset.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  allocate,
  formatDecimal,
  multiplyDivide,
  parseDecimal,
  subtract,
  UNITS_MAX,
} from './money.ts'

const asset = fc.integer({ min: 0, max: 18 }).map((precision) => ({ code: 'AAA', precision }))
const units = fc.bigInt({ min: -UNITS_MAX, max: UNITS_MAX })
const usd = { code: 'USD', precision: 2 }
const jpy = { code: 'JPY', precision: 0 }

describe('parseDecimal and formatDecimal', () => {
  it('are each other’s inverse', () => {
    fc.assert(
      fc.property(asset, units, (one, amount) => {
        const text = formatDecimal({ units: amount, asset: one })
        expect(parseDecimal(text, one)).toEqual({ units: amount, asset: one })
      }),
    )
  })
  it.each(['', '.5', '5.', '1e3', '1,000', '+1', ' 1', '0x10', 'NaN', 'Infinity', '--1', '1.234'])(
    'refuse %j as dollars',
    (text) => expect(parseDecimal(text, usd)).toBeUndefined(),
  )
  it('refuse what would not fit, and places that the asset does not have', () => {
    expect(parseDecimal('9'.repeat(40), jpy)).toBeUndefined()
    expect(parseDecimal('1.0', jpy)).toBeUndefined()
    expect(parseDecimal('1.00', usd)?.units).toBe(100n)
    expect(formatDecimal({ units: -5n, asset: usd })).toBe('-0.05')
  })
})

describe('add and subtract', () => {
  it('refuse to mix assets', () => {
    const [dollar, yen] = [parseDecimal('1', usd)!, parseDecimal('1', jpy)!]
    expect(() => add(dollar, yen)).toThrow(/USD and JPY/)
    expect(subtract(add(dollar, dollar), dollar)).toEqual(dollar)
  })
})

describe('allocate', () => {
  const weights = fc
    .array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 12 })
    .filter((list) => list.some((weight) => weight > 0n))
  it('loses no unit and deviates less than one from the exact share', () => {
    fc.assert(
      fc.property(units, weights, (amount, list) => {
        const sum = list.reduce((a, b) => a + b, 0n)
        const shares = allocate({ units: amount, asset: usd }, list).map((share) => share.units)
        expect(shares.reduce((a, b) => a + b, 0n)).toBe(amount)
        for (const [i, share] of shares.entries()) {
          const error = share * sum - amount * list[i]!
          expect((error < 0n ? -error : error) < sum).toBe(true)
        }
      }),
    )
  })
})

describe('multiplyDivide', () => {
  it('rounds by its mode, on both sides of zero', () => {
    const round = (a: bigint, b: bigint) =>
      (['down', 'up', 'half-even', 'half-up'] as const).map((rounding) =>
        multiplyDivide(a, 1n, b, rounding),
      )
    expect(round(5n, 2n)).toEqual([2n, 3n, 2n, 3n])
    expect(round(7n, 2n)).toEqual([3n, 4n, 4n, 4n])
    expect(round(-5n, 2n)).toEqual([-2n, -3n, -2n, -3n])
    expect(round(-7n, -2n)).toEqual([3n, 4n, 4n, 4n])
    expect(round(8n, 3n)).toEqual([2n, 3n, 3n, 3n])
    expect(round(6n, 3n)).toEqual([2n, 2n, 2n, 2n])
  })
  it('down and up enclose the exact value', () => {
    const divisor = fc.bigInt({ min: 1n, max: 10n ** 18n })
    fc.assert(
      fc.property(units, divisor, divisor, (amount, n, d) => {
        const down = multiplyDivide(amount, n, d, 'down')
        const up = multiplyDivide(amount, n, d, 'up')
        const even = multiplyDivide(amount, n, d, 'half-even')
        expect([down, up]).toContain(even)
        const distance = up > down ? up - down : down - up
        expect(distance).toBe((amount * n) % d === 0n ? 0n : 1n)
      }),
    )
  })
})
