// Tests of the due dates of standing orders.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths, type Day } from '../../../kernel/days.ts'
import { dateAt, frequencies, passedBefore, type Schedule } from './schedule.ts'

const datesOf = (schedule: Schedule, count: number): (Day | null)[] =>
  Array.from({ length: count }, (_, passed) => dateAt(schedule, passed))

describe('the dates of a standing order', () => {
  it.each([
    ['weekly', '2026-03-30', ['2026-03-30', '2026-04-06', '2026-04-13']],
    ['every_two_weeks', '2026-12-24', ['2026-12-24', '2027-01-07', '2027-01-21']],
    ['monthly', '2026-01-31', ['2026-01-31', '2026-02-28', '2026-03-31']],
    ['quarterly', '2026-11-30', ['2026-11-30', '2027-02-28', '2027-05-30']],
    ['yearly', '2028-02-29', ['2028-02-29', '2029-02-28', '2030-02-28']],
  ] as const)('%s from %s', (frequency, first_on, dates) => {
    expect(datesOf({ frequency, first_on, last_on: null }, 3)).toEqual(dates)
  })

  it('end with the last day, which may be one of them', () => {
    const schedule = {
      frequency: 'monthly',
      first_on: '2026-01-15',
      last_on: '2026-02-15',
    } as const
    expect(datesOf(schedule, 4)).toEqual(['2026-01-15', '2026-02-15', null, null])
  })

  const schedules = fc.record({
    frequency: fc.constantFrom(...frequencies),
    first_on: fc.integer({ min: 0, max: 2_000 }).map((days) => addDays('2026-01-01', days)),
    last_on: fc.constant(null),
  })

  it('always rise, and a month is never left out', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 100 }), (schedule, passed) => {
        const [date, next] = [dateAt(schedule, passed)!, dateAt(schedule, passed + 1)!]
        expect(next > date).toBe(true)
        if (schedule.frequency === 'monthly')
          expect(next.slice(0, 7)).toBe(addMonths(`${date.slice(0, 7)}-01`, 1).slice(0, 7))
      }),
    )
  })

  it('that passed before a day are counted to the first that did not', () => {
    fc.assert(
      fc.property(schedules, fc.integer({ min: 0, max: 900 }), (schedule, days) => {
        const day = addDays(schedule.first_on, days)
        const passed = passedBefore(schedule, day, 0)
        expect(dateAt(schedule, passed)! >= day).toBe(true)
        if (passed > 0) expect(dateAt(schedule, passed - 1)! < day).toBe(true)
      }),
    )
  })
})
