// Calendar days in UTC. A day is a number, counted from 1 January 1970.
import { DAY_MS } from '../../../kernel/durations.ts'
export type Day = number

/** Both ends are included. */
export interface Span {
  readonly from: Day
  readonly to: Day
}

export const dayOf = (time: Date): Day => Math.floor(time.getTime() / DAY_MS)

export const startOf = (day: Day): Date => new Date(day * DAY_MS)

/** The last instant of a day; the ledger counts in milliseconds. */
export const endOf = (day: Day): Date => new Date((day + 1) * DAY_MS - 1)

/** '2026-01-31' */
export const writeDay = (day: Day): string => startOf(day).toISOString().slice(0, 10)

/** Undefined for text that is not a calendar day, such as 30 February. */
export function readDay(text: string): Day | undefined {
  const ms = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(ms)) return undefined
  const day = Math.floor(ms / DAY_MS)
  return writeDay(day) === text ? day : undefined
}

/** Months count from 0; a month outside 0 to 11 falls into another year. */
export const dayIn = (year: number, month: number, date = 1): Day =>
  dayOf(new Date(Date.UTC(year, month, date)))

export const yearOf = (day: Day): number => startOf(day).getUTCFullYear()
export const monthOf = (day: Day): number => startOf(day).getUTCMonth()

export type Unit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const MONTHS: Partial<Record<Unit, number>> = { month: 1, quarter: 3, year: 12 }

/** The calendar unit around a day, or the one `offset` units later. Weeks begin on Monday. */
export function unitAround(day: Day, unit: Unit, offset = 0): Span {
  const months = MONTHS[unit]
  if (months === undefined) {
    const length = unit === 'week' ? 7 : 1
    // 1 January 1970 was a Thursday.
    const start = unit === 'week' ? day - ((day + 3) % 7) : day
    return { from: start + offset * length, to: start + (offset + 1) * length - 1 }
  }
  const start = Math.floor(monthOf(day) / months) * months + offset * months
  const year = yearOf(day)
  return { from: dayIn(year, start), to: dayIn(year, start + months) - 1 }
}

/** The same day `count` units earlier, or the last day of the month when that month is shorter. */
export function goBack(day: Day, unit: Unit, count: number): Day {
  const months = MONTHS[unit]
  if (months === undefined) return day - count * (unit === 'week' ? 7 : 1)
  const month = monthOf(day) - count * months
  const last = dayIn(yearOf(day), month + 1) - 1
  return Math.min(dayIn(yearOf(day), month, startOf(day).getUTCDate()), last)
}
