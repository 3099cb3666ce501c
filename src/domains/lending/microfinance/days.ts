// Calendar days of UTC, written as '2026-03-01': due dates, meeting dates, and the days between them.

export type Day = string
export const frequencies = ['daily', 'weekly', 'biweekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

const DAY_MS = 86_400_000

const startOf = (day: Day): Date => new Date(`${day}T00:00:00.000Z`)

export const dayOf = (instant: Date): Day => instant.toISOString().slice(0, 10)

export const addDays = (day: Day, days: number): Day =>
  dayOf(new Date(startOf(day).getTime() + days * DAY_MS))

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((startOf(to).getTime() - startOf(from).getTime()) / DAY_MS)

/** The same day of a later month, or its last day when the month is shorter. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))))
}

const stepDays = { daily: 1, weekly: 7, biweekly: 14 } as const

/** The day that is this many periods after another; months count from that day, so that the 31st comes back. */
export const addPeriods = (day: Day, frequency: Frequency, periods: number): Day =>
  frequency === 'monthly' ? addMonths(day, periods) : addDays(day, periods * stepDays[frequency])
