// Calendar days of UTC, written as '2026-03-01': due dates, days of books and statistics, and the days between them.
import { DAY_MS } from './durations.ts'

export type Day = string

export const dayOf = (instant: Date): Day => instant.toISOString().slice(0, 10)

export const startOfDay = (day: Day): Date => new Date(`${day}T00:00:00.000Z`)

/** The last instant of the day; times are whole milliseconds. */
export const endOfDay = (day: Day): Date => new Date(`${day}T23:59:59.999Z`)

export const addDays = (day: Day, days: number): Day =>
  dayOf(new Date(startOfDay(day).getTime() + days * DAY_MS))

export const daysBetween = (from: Day, to: Day): number =>
  (startOfDay(to).getTime() - startOfDay(from).getTime()) / DAY_MS

/** The same day of a later month, or its last day if the month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))))
}
