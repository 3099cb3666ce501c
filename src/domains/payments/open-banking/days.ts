// Days in UTC, by which consents are counted.

const DAY_MS = 86_400_000

/** '2026-03-01' */
export const toDay = (time: Date): string => time.toISOString().slice(0, 10)

/** The first instant after a day. */
export const dayAfter = (day: string): Date => new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS)

/** Whole seconds until the next day begins, at least one. */
export const secondsLeft = (now: Date): number =>
  Math.max(1, Math.ceil((dayAfter(toDay(now)).getTime() - now.getTime()) / 1000))
