// When a rail is open, when a payment is submitted to it, and when it is expected to settle.
import { addDays } from '../../../../kernel/days.ts'
import { businessDayAfter, businessDayFrom, isBusinessDay } from './calendar.ts'
import type { Hours, Rail } from './catalogue.ts'
import { readMinute, toInstant, toWallTime } from './zoned-time.ts'

function isWithin({ calendar, zone, opens, closes }: Hours, now: Date): boolean {
  const { day, minute } = toWallTime(now, zone)
  return isBusinessDay(calendar, day) && minute >= readMinute(opens) && minute < readMinute(closes)
}

export const isOpen = ({ hours }: Rail, now: Date): boolean =>
  hours === 'always' || isWithin(hours, now)

/** The business day whose hours contain the instant, or else begin next. */
function nextDay({ calendar, zone, closes }: Hours, now: Date): string {
  const { day, minute } = toWallTime(now, zone)
  const isOver = minute >= readMinute(closes)
  return businessDayFrom(calendar, isOver ? addDays(day, 1) : day)
}

/** Now while the rail is open, otherwise the start of its next hours. */
export function nextOpening(rail: Rail, now: Date): Date {
  const { hours } = rail
  if (hours === 'always' || isWithin(hours, now)) return now
  return toInstant({ day: nextDay(hours, now), minute: readMinute(hours.opens) }, hours.zone)
}

/** The end of the current or next hours; undefined for a rail that never closes. */
export function nextCutoff({ hours }: Rail, now: Date): Date | undefined {
  if (hours === 'always') return undefined
  return toInstant({ day: nextDay(hours, now), minute: readMinute(hours.closes) }, hours.zone)
}

/** When a payment accepted now is submitted: at once, at the next opening, or with the next batch. */
export const submissionTime = (rail: Rail, now: Date): Date =>
  (rail.batched ? nextCutoff(rail, now) : undefined) ?? nextOpening(rail, now)

/** When a payment that is submitted at this instant is expected to settle. */
export function settlementTime({ settlement }: Rail, submitted: Date): Date {
  if ('ms' in settlement) return new Date(submitted.getTime() + settlement.ms)
  const { calendar, zone, businessDays, at } = settlement
  const from = toWallTime(submitted, zone).day
  const day = businessDayAfter(calendar, from, businessDays)
  return toInstant({ day, minute: readMinute(at) }, zone)
}
