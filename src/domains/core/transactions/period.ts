// Reads the times in requests: an instant, or a day, which means its start or its end. All times are UTC.
import { Type } from 'typebox'
import { Invalid } from '../../../operation/error.ts'

export const TimeInput = Type.Union([
  Type.String({ format: 'date-time' }),
  Type.String({ format: 'date' }),
])

/** Includes both ends. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/** A day without a time means its first or its last instant, as `end` says. */
export function readTime(text: string, field: string, end: 'first' | 'last'): Date {
  const isDay = text.length === 10
  const time = new Date(isDay && end === 'last' ? `${text}T23:59:59.999Z` : text)
  if (Number.isNaN(time.getTime()))
    throw Invalid({
      errors: {
        [field]: [
          `The ${field.replaceAll('_', ' ')} must be a time like 2026-01-31 or 2026-01-31T12:00:00Z.`,
        ],
      },
    })
  // Nothing was booked before 1970, and PostgreSQL has no year zero.
  return time.getTime() < 0 ? new Date(0) : time
}

export function checkOrder(from: Date, to: Date, field: string): void {
  if (from > to)
    throw Invalid({
      errors: {
        [field]: [
          `The ${field.replaceAll('_', ' ')}, ${to.toISOString()}, is before the start, ${from.toISOString()}.`,
        ],
      },
    })
}

/** Without an end the period ends now; without a start it begins with the month of its end. */
export function readPeriod(
  input: { readonly from?: string; readonly to?: string },
  now: Date,
): Period {
  const to = input.to === undefined ? now : readTime(input.to, 'to', 'last')
  const from = input.from === undefined ? monthOf(to) : readTime(input.from, 'from', 'first')
  checkOrder(from, to, 'to')
  return { from, to }
}

/** The first instant of the month that is `months` after the month of the time. */
export const monthOf = (time: Date, months = 0): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))
