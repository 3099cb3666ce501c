// The arithmetic of invoices: by table, and what must hold for any period, tier and number of calls.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, dayOf } from '../../../kernel/days.ts'
import { chargesFor, discountPercent, type Prices } from './charges.ts'
import { type Cycle, monthsOf, periodFrom } from './periods.ts'

const starter: Prices = { calls_per_month: 10_000, month_cents: 9_900n, overage_cents: 100n }
const growth: Prices = { calls_per_month: 100_000, month_cents: 49_900n, overage_cents: 50n }
const enterprise: Prices = {
  calls_per_month: 1_000_000,
  month_cents: 199_900n,
  overage_cents: 25n,
}

describe('periods', () => {
  it.each([
    ['2026-03-01', 'monthly', '2026-03-31'],
    ['2026-03-17', 'monthly', '2026-03-31'],
    ['2028-02-29', 'monthly', '2028-02-29'],
    ['2026-11-05', 'quarterly', '2027-01-31'],
    ['2026-01-31', 'annually', '2026-12-31'],
  ] as const)('from %s %s end on %s', (start, cycle, end) => {
    expect(periodFrom(start, cycle)).toEqual({ start, end })
  })

  it('count the days of each month', () => {
    expect(monthsOf({ start: '2026-01-31', end: '2026-03-02' })).toEqual([
      { covered: 1, whole: 31 },
      { covered: 28, whole: 28 },
      { covered: 2, whole: 31 },
    ])
  })
})

describe('charges', () => {
  const march = { start: '2026-03-01', end: '2026-03-31' }
  const quarter = { start: '2026-01-01', end: '2026-03-31' }
  const year = { start: '2026-01-01', end: '2026-12-31' }
  it.each([
    ['nothing used', starter, 'monthly', march, 0n, [10_000n, 0n, 9_900n, 0n, 0n, 9_900n]],
    ['all used', starter, 'monthly', march, 10_000n, [10_000n, 0n, 9_900n, 0n, 0n, 9_900n]],
    ['one more', starter, 'monthly', march, 10_001n, [10_000n, 1n, 9_900n, 0n, 1n, 9_901n]],
    [
      '2,500 more',
      growth,
      'monthly',
      march,
      102_500n,
      [100_000n, 2_500n, 49_900n, 0n, 125n, 50_025n],
    ],
    ['a quarter', growth, 'quarterly', quarter, 0n, [300_000n, 0n, 149_700n, 7_485n, 0n, 142_215n]],
    [
      'a year',
      enterprise,
      'annually',
      year,
      0n,
      [12_000_000n, 0n, 2_398_800n, 359_820n, 0n, 2_038_980n],
    ],
    [
      'half a month',
      starter,
      'monthly',
      { start: '2026-03-17', end: '2026-03-31' },
      5_000n,
      [4_838n, 162n, 4_791n, 0n, 17n, 4_808n],
    ],
    [
      'a day',
      starter,
      'monthly',
      { start: '2026-03-31', end: '2026-03-31' },
      0n,
      [322n, 0n, 320n, 0n, 0n, 320n],
    ],
  ] as const)('%s', (_name, prices, cycle, period, calls, expected) => {
    const [included_calls, overage_calls, base_cents, discount_cents, overage_cents, total_cents] =
      expected
    expect(chargesFor(prices, cycle, period, calls)).toEqual({
      included_calls,
      calls,
      overage_calls,
      base_cents,
      discount_cents,
      overage_cents,
      total_cents,
    })
  })

  const anyPrices = fc.constantFrom(starter, growth, enterprise)
  const anyCycle = fc.constantFrom<Cycle>('monthly', 'quarterly', 'annually')
  const anyDay = fc
    .date({ min: new Date('2020-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
    .map(dayOf)

  it('never charge less than the exact price, and less than a few cents more', () => {
    fc.assert(
      fc.property(
        anyPrices,
        anyCycle,
        anyDay,
        fc.bigInt(0n, 10n ** 9n),
        (prices, cycle, day, calls) => {
          const period = periodFrom(day, cycle)
          const charges = chargesFor(prices, cycle, period, calls)
          const months = monthsOf(period)
          const exact =
            (months.reduce((sum, { covered, whole }) => sum + covered / whole, 0) *
              Number(prices.month_cents) *
              (100 - Number(discountPercent[cycle]))) /
            100
          const base = Number(charges.base_cents - charges.discount_cents)
          expect(base).toBeGreaterThanOrEqual(exact - 1e-6)
          expect(base - exact).toBeLessThan(months.length + 1)
          expect(charges.overage_cents * 1_000n).toBeGreaterThanOrEqual(
            charges.overage_calls * prices.overage_cents,
          )
          expect(charges.total_cents).toBe(
            charges.base_cents - charges.discount_cents + charges.overage_cents,
          )
        },
      ),
    )
  })

  it('never cost less for more calls', () => {
    fc.assert(
      fc.property(
        anyPrices,
        anyDay,
        fc.bigInt(0n, 10n ** 7n),
        fc.bigInt(0n, 10n ** 5n),
        (prices, day, calls, more) => {
          const period = periodFrom(day, 'monthly')
          const of = (made: bigint) => chargesFor(prices, 'monthly', period, made).total_cents
          expect(of(calls + more)).toBeGreaterThanOrEqual(of(calls))
        },
      ),
    )
  })

  it('do not become less when a month is billed in two parts', () => {
    fc.assert(
      fc.property(anyPrices, fc.integer({ min: 0, max: 29 }), (prices, days) => {
        const middle = addDays(march.start, days)
        const base = (start: string, end: string) =>
          chargesFor(prices, 'monthly', { start, end }, 0n).base_cents
        const parts = base(march.start, middle) + base(addDays(middle, 1), march.end)
        expect(parts).toBeGreaterThanOrEqual(prices.month_cents)
        expect(parts).toBeLessThanOrEqual(prices.month_cents + 1n)
      }),
    )
  })
})
