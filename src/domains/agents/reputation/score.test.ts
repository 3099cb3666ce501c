// The arithmetic of reputation: a table of known values, and properties of all values.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  recommendationFor,
  clampScore,
  scoreChange,
  decayScore,
  levelOf,
  log10,
  meanOf,
  type Outcome,
  weightOf,
} from './score.ts'

const outcomes: readonly Outcome[] = ['success', 'failed', 'cancelled', 'timeout']
const anyOutcome = fc.constantFrom(...outcomes)
const anyValue = fc.bigInt({ min: 0n, max: 10n ** 20n })
const anyScore = fc.integer({ min: 0, max: 10_000 })

describe('log10', () => {
  it.each([
    [1n, 1n, 0n],
    [2n, 1n, 30_102_999n], // 0.301029995…
    [3n, 1n, 47_712_125n], // 0.477121254…
    [7n, 1n, 84_509_804n], // 0.845098040…
    [10n, 1n, 100_000_000n],
    [1001n, 1n, 300_043_407n], // 3.000434077…
    [10n ** 18n, 1n, 1_800_000_000n],
    [101n, 100n, 432_137n], // 0.004321373…
  ])('of %d/%d', (numerator, denominator, expected) => {
    expect(log10(numerator, denominator)).toBe(expected)
  })

  it('never falls as the value grows', () => {
    fc.assert(
      fc.property(anyValue, fc.bigInt({ min: 0n, max: 10n ** 12n }), (value, more) => {
        expect(log10(value + more + 100n, 100n)).toBeGreaterThanOrEqual(log10(value + 100n, 100n))
      }),
    )
  })
})

describe('the weight of a value', () => {
  it.each([
    ['0.00', 0n, 0n],
    ['0.01', 1n, 14n], // 0.00144
    ['1.00', 100n, 1003n], // 0.100343
    ['9.00', 900n, 3333n],
    ['99.00', 9_900n, 6667n],
    ['999.00', 99_900n, 10_000n],
    ['1000.00', 100_000n, 10_001n],
    ['999999.00', 99_999_900n, 20_000n],
    ['more than that', 10n ** 20n, 20_000n],
  ])('of %s', (_text, cents, expected) => {
    expect(weightOf(cents)).toBe(expected)
  })
})

describe('the change by an outcome', () => {
  it.each([
    ['success', 99_900n, 100],
    ['failed', 99_900n, -200],
    ['cancelled', 99_900n, -50],
    ['timeout', 99_900n, -100],
    ['success', 900n, 33],
    ['failed', 900n, -67],
    ['cancelled', 900n, -17],
    ['success', 10n ** 15n, 200],
    ['failed', 10n ** 15n, -400],
    ['success', 0n, 0],
  ] as const)('%s at %d cents', (outcome, cents, expected) => {
    expect(scoreChange(outcome, cents)).toBe(expected)
  })

  it('keeps its sign, and grows with the value', () => {
    fc.assert(
      fc.property(anyOutcome, anyValue, anyValue, (outcome, a, b) => {
        const [less, more] = a < b ? [a, b] : [b, a]
        const sign = outcome === 'success' ? 1 : -1
        expect(sign * scoreChange(outcome, less)).toBeGreaterThanOrEqual(0)
        expect(sign * scoreChange(outcome, more)).toBeGreaterThanOrEqual(
          sign * scoreChange(outcome, less),
        )
      }),
    )
  })

  it('never leaves 0 to 100, in any order of outcomes', () => {
    const event = fc.record({ outcome: anyOutcome, value: anyValue })
    fc.assert(
      fc.property(anyScore, fc.array(event, { maxLength: 200 }), (start, events) => {
        let score = start
        for (const { outcome, value } of events) {
          const next = clampScore(score + scoreChange(outcome, value))
          expect(Number.isInteger(next) && next >= 0 && next <= 10_000).toBe(true)
          expect(outcome === 'success' ? next >= score : next <= score).toBe(true)
          score = next
        }
      }),
    )
  })

  it('keeps the order of two agents with the same outcomes', () => {
    fc.assert(
      fc.property(anyScore, anyScore, anyOutcome, anyValue, (a, b, outcome, value) => {
        const change = scoreChange(outcome, value)
        if (a <= b) expect(clampScore(a + change)).toBeLessThanOrEqual(clampScore(b + change))
      }),
    )
  })
})

describe('idle days', () => {
  const start = new Date('2026-01-01T00:00:00Z')
  const after = (days: number): Date => new Date(start.getTime() + days * 86_400_000)

  it.each([
    [0, 8_000],
    [30, 8_000],
    [30.99, 8_000],
    [31, 7_920],
    [50, 6_400],
    [80, 4_000],
    [1000, 4_000],
  ])('%d of them', (days, expected) => {
    expect(decayScore(8_000, start, after(days))).toBe(expected)
  })

  it('never raise a score, and more of them never lower it less', () => {
    const days = fc.integer({ min: 0, max: 400 })
    fc.assert(
      fc.property(anyScore, days, days, (score, a, b) => {
        const [few, many] = a < b ? [a, b] : [b, a]
        expect(decayScore(score, start, after(few))).toBeLessThanOrEqual(score)
        expect(decayScore(score, start, after(many))).toBeLessThanOrEqual(
          decayScore(score, start, after(few)),
        )
        expect(decayScore(score, start, after(many))).toBeGreaterThanOrEqual(Math.floor(score / 2))
      }),
    )
  })
})

describe('levels and advice', () => {
  it.each([
    [0, 'untrusted'],
    [1_999, 'untrusted'],
    [2_000, 'low'],
    [3_999, 'low'],
    [4_000, 'neutral'],
    [5_999, 'neutral'],
    [6_000, 'high'],
    [7_999, 'high'],
    [8_000, 'trusted'],
    [10_000, 'trusted'],
  ])('%d is %s', (score, level) => {
    expect(levelOf(score)).toBe(level)
  })

  it.each([
    [8_000, 100_000, false, true],
    [7_999, 10_000, false, false],
    [6_000, 10_000, false, false],
    [5_999, 1_000, false, false],
    [4_000, 1_000, false, false],
    [3_999, 100, true, false],
    [0, 100, true, false],
  ])('a mean of %d', (mean, max_transaction_value, escrow_recommended, instant) => {
    expect(recommendationFor(mean)).toEqual({
      max_transaction_value,
      escrow_recommended,
      instant_settlement_allowed: instant,
    })
  })

  it('the mean is rounded down', () => {
    expect(meanOf(8_000, 7_999)).toBe(7_999)
  })
})
