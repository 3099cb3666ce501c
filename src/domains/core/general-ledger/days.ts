// Days of the general ledger, which are days of UTC.
import { Type } from 'typebox'
import { dayOf, daysBetween } from '../../../kernel/days.ts'
import { Invalid } from '../../../operation/error.ts'

export const Day = Type.String({ format: 'date' })

/** The number of days from one day to another, both included. */
export const countDays = (from: string, to: string): number => daysBetween(from, to) + 1

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
