// The periods that are billed: from a day to the end of a calendar month, both included. Days are texts such as
// 2026-03-01 and in UTC. Pure.
import { addDays, type Day, dayOf, startOfDay } from '../../../kernel/days.ts'

export type Cycle = 'monthly' | 'quarterly' | 'annually'

export interface Period {
  readonly start: Day
  readonly end: Day
}

export const monthsIn: Readonly<Record<Cycle, number>> = { monthly: 1, quarterly: 3, annually: 12 }

/** The last day of the month that lies this many months after the month of the day. */
function endOfMonth(day: Day, later: number): Day {
  const instant = startOfDay(day)
  return dayOf(new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + later + 1, 0)))
}

/** The period that begins on this day; a first one within a month ends with the cycle's last month. */
export const periodFrom = (start: Day, cycle: Cycle): Period => ({
  start,
  end: endOfMonth(start, monthsIn[cycle] - 1),
})

/** How many days of each calendar month a period covers. */
export interface CoveredMonth {
  readonly covered: number
  readonly whole: number
}

export function monthsOf({ start, end }: Period): CoveredMonth[] {
  const months: CoveredMonth[] = []
  for (let first = start; first <= end; first = addDays(endOfMonth(first, 0), 1)) {
    const last = endOfMonth(first, 0) < end ? endOfMonth(first, 0) : end
    const day = (text: Day): number => Number(text.slice(8))
    months.push({ covered: day(last) - day(first) + 1, whole: day(endOfMonth(first, 0)) })
  }
  return months
}
