// Converts between instants and days. The days of the bank are days of UTC.
const DAY_MS = 86_400_000

export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

export const startOf = (day: string): Date => new Date(`${day}T00:00:00.000Z`)

/** The first instant of the next day. */
export const endOf = (day: string): Date => new Date(startOf(day).getTime() + DAY_MS)

/** After this delay every entry of a day is committed, even from a node whose clock is slow. */
const SETTLED_AFTER_MS = 60_000

/** The last day whose closing balances are final. */
export const lastSettledDay = (now: Date): string =>
  dayOf(new Date(now.getTime() - SETTLED_AFTER_MS - DAY_MS))

/** '2026-01-31 23:00:00' → the instant in UTC; undefined for a day or an hour that does not exist. */
export function readLocalTime(text: string): Date | undefined {
  const iso = `${text.replace(' ', 'T')}.000Z`
  const instant = new Date(iso)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === iso ? instant : undefined
}
