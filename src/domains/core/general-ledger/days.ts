// Days of the general ledger, which are days of UTC.
import { Type } from 'typebox'
import { Invalid } from '../../../operation/error.ts'

const DAY_MS = 86_400_000

export const Day = Type.String({ format: 'date' })

export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)

/** The last instant of the day; times are whole milliseconds. */
export const lastInstantOf = (day: string): Date => new Date(`${day}T23:59:59.999Z`)

export const addDays = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS))

/** The number of days from one day to another, both included. */
export const countDays = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

/** Nothing was booked before 1970, and PostgreSQL has no year zero. */
const FIRST_DAY = '1970-01-02'

/** Refuses days that are out of order, in the future or before 1970. */
export function checkDays(
  { from, to }: { readonly from: string | undefined; readonly to: string | undefined },
  now: Date,
): void {
  const today = dayOf(now)
  for (const [field, day] of Object.entries({ from, to })) {
    if (day === undefined) continue
    if (day > today)
      throw refuse(field, `The day ${day} is in the future; today is ${today} (UTC).`)
    if (day < FIRST_DAY) throw refuse(field, `The day must be ${FIRST_DAY} or later.`)
  }
  if (from !== undefined && from > (to ?? today))
    throw refuse('to', `The last day, ${to ?? today}, is before the first, ${from}.`)
}

export const refuse = (field: string, sentence: string) =>
  Invalid({ errors: { [field]: [sentence] } })
