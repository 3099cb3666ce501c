// Days in UTC, by which consents are counted.
import { addDays, dayOf, startOfDay } from '../../../kernel/days.ts'

/** The first instant after a day. */
export const dayAfter = (day: string): Date => startOfDay(addDays(day, 1))

/** Whole seconds until the next day begins, at least one. */
export const secondsLeft = (now: Date): number =>
  Math.max(1, Math.ceil((dayAfter(dayOf(now)).getTime() - now.getTime()) / 1000))
