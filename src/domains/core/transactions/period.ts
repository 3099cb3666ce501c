// Times as callers write them: an instant, or a day, which has a beginning and an end. All in UTC.
import { Type } from 'typebox'
import { Invalid } from '../../../operation/error.ts'

export const TimeInput = Type.Union([
  Type.String({ format: 'date-time' }),
  Type.String({ format: 'date' }),
])

/** Both ends belong to it. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/** A day on its own means its first or its last instant. */
export function readTime(text: string, field: string, end: 'first' | 'last'): Date {
  const isDay = text.length === 10
  const time = new Date(isDay && end === 'last' ? `${text}T23:59:59.999Z` : text)
  if (Number.isNaN(time.getTime()))
    throw Invalid({ errors: { [field]: [`The ${field.replaceAll('_', ' ')} is not a time.`] } })
  // Nothing happened before; and PostgreSQL knows no year zero.
  return time.getTime() < 0 ? new Date(0) : time
}

export function checkOrder(from: Date, to: Date, field: string): void {
  if (from > to)
    throw Invalid({
      errors: { [field]: [`The ${field.replaceAll('_', ' ')} is before the start.`] },
    })
}

/** The month so far unless something else is said. */
export function readPeriod(
  input: { readonly from?: string; readonly to?: string },
  now: Date,
): Period {
  const to = input.to === undefined ? now : readTime(input.to, 'to', 'last')
  const from = input.from === undefined ? monthOf(to) : readTime(input.from, 'from', 'first')
  checkOrder(from, to, 'to')
  return { from, to }
}

/** The first instant of the month that is this many after the month of the time. */
export const monthOf = (time: Date, months = 0): Date =>
  new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + months, 1))
