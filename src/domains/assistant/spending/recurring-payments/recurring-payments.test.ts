// Rhythms of payments, without a bank.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayIn, readDay, writeDay } from '../days.ts'
import { findRhythm, type Payment } from './service.ts'

const at = (day: string, units = 1_000n): Payment => ({ day: readDay(day)!, units })
const find = (payments: readonly Payment[], today: string) => findRhythm(payments, readDay(today)!)

describe('findRhythm', () => {
  it('expects the same day of the next month, or its last day', () => {
    const found = find([at('2025-11-30'), at('2025-12-31'), at('2026-01-31')], '2026-02-10')
    expect(found).toMatchObject({ interval: 'monthly' })
    expect(writeDay(found!.next)).toBe('2026-02-28')
  })

  it('takes two payments for a year, and three for anything else', () => {
    expect(find([at('2025-03-01'), at('2026-03-02')], '2026-04-01')?.interval).toBe('yearly')
    expect(find([at('2026-02-01'), at('2026-03-01')], '2026-03-02')).toBeUndefined()
  })

  it('leaves out what changed its amount or its rhythm, and what has ended', () => {
    const rent = [at('2026-01-01'), at('2026-02-01'), at('2026-03-01', 2_000n)]
    expect(find(rent, '2026-03-02')).toBeUndefined()
    expect(
      find([at('2026-01-01'), at('2026-02-01'), at('2026-02-10')], '2026-02-11'),
    ).toBeUndefined()
    const ended = [at('2026-01-01'), at('2026-02-01'), at('2026-03-01')]
    expect(find(ended, '2026-04-11')?.interval).toBe('monthly')
    expect(find(ended, '2026-04-12')).toBeUndefined()
  })

  it('counts only the end of a list that is in rhythm', () => {
    const list = [at('2025-06-06'), at('2026-01-01'), at('2026-01-08'), at('2026-01-15')]
    expect(find(list, '2026-01-16')?.payments).toHaveLength(3)
  })

  it('finds every monthly payment, whatever its day and length, and expects it in the next month', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2020, max: 2030 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 1, max: 31 }),
        fc.integer({ min: 3, max: 24 }),
        (year, month, date, length) => {
          const days = Array.from({ length }, (_, index) =>
            Math.min(dayIn(year, month + index, date), dayIn(year, month + index + 1) - 1),
          )
          const found = findRhythm(
            days.map((day) => ({ day, units: 999n })),
            days.at(-1)! + 1,
          )
          expect(found).toMatchObject({ interval: 'monthly', payments: { length } })
          const first = dayIn(year, month + length)
          expect(found!.next).toBeGreaterThanOrEqual(first)
          expect(found!.next).toBeLessThan(dayIn(year, month + length + 1))
        },
      ),
    )
  })
})
