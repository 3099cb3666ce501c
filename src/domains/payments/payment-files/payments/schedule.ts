// Computes when a payment is executed: at once, or at the beginning of the requested day.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { type Rejection, reject } from '../reasons.ts'

/** A year, and a day for a leap year. */
const DAYS_AHEAD_MAX = 366

/** Undefined for a payment of today, or of a day in the past, which is executed today. */
export function dueAt(date: string | null, now: Date): Date | Rejection | undefined {
  if (date === null) return undefined
  const due = new Date(`${date}T00:00:00.000Z`)
  if (due <= now) return undefined
  return due.getTime() - now.getTime() > DAYS_AHEAD_MAX * DAY_MS
    ? reject(
        'DT01',
        `The requested date ${date} is more than ${DAYS_AHEAD_MAX} days ahead; ask for an earlier one.`,
      )
    : due
}
