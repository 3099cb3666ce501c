// Converts between instants and days. The days of the bank are days of UTC.
import { addDays, dayOf, startOfDay } from '../../../kernel/days.ts'
import { DAY_MS, MINUTE_MS } from '../../../kernel/durations.ts'

/** The first instant of the next day. */
export const endOf = (day: string): Date => startOfDay(addDays(day, 1))

/** After this delay every entry of a day is committed, even from a node whose clock is slow. */
const SETTLED_AFTER_MS = MINUTE_MS

/** The last day whose closing balances are final. */
export const lastSettledDay = (now: Date): string =>
  dayOf(new Date(now.getTime() - SETTLED_AFTER_MS - DAY_MS))

/** '2026-01-31 23:00:00' → the instant in UTC; undefined for a day or an hour that does not exist. */
export function readLocalTime(text: string): Date | undefined {
  const iso = `${text.replace(' ', 'T')}.000Z`
  const instant = new Date(iso)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === iso ? instant : undefined
}
