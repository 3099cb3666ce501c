// Sums in the console are exact, whatever the number of digits.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecimals, isZero } from '../../console/src/decimal.ts'

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat({ max: 18 }))
  .map(([isNegative, units, digits]) => {
    const text = units.toString().padStart(digits + 1, '0')
    const whole = text.slice(0, text.length - digits)
    const shown = digits === 0 ? whole : `${whole}.${text.slice(-digits)}`
    return isNegative ? `-${shown}` : shown
  })

describe('addDecimals', () => {
  it('adds what a float could not', () => {
    expect(addDecimals(['0.1', '0.2'])).toBe('0.3')
    expect(addDecimals(['9007199254740993.000000000000000001', '1'])).toBe(
      '9007199254740994.000000000000000001',
    )
    expect(addDecimals(['-0.05', '0.01'])).toBe('-0.04')
    expect(addDecimals([])).toBe('0')
  })

  it('does not depend on the order, and every amount has an opposite', () => {
    const negate = (text: string): string => (text.startsWith('-') ? text.slice(1) : `-${text}`)
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 6 }), (texts) => {
        expect(addDecimals(texts.toReversed())).toBe(addDecimals(texts))
        expect(isZero(addDecimals([...texts, ...texts.map(negate)]))).toBe(true)
      }),
    )
  })
})
