// Reads the start and end of voting, and computes the time left.
import { HOUR_MS } from '../../../kernel/durations.ts'
import { Invalid } from '../../../operation/error.ts'

const DAY_HOURS = 24

export interface Period {
  readonly start: Date
  readonly end: Date
}

/** Voting must begin in the future and end after it begins; errors name the field. */
export function readPeriod(
  input: { readonly start: string; readonly end: string },
  fields: { readonly start: string; readonly end: string },
  now: Date,
): Period {
  const start = new Date(input.start)
  const end = new Date(input.end)
  const refuse = (field: string, sentence: string) => Invalid({ errors: { [field]: [sentence] } })
  if (start <= now) throw refuse(fields.start, `The ${fields.start} must be in the future.`)
  if (end <= start) throw refuse(fields.end, `The ${fields.end} must be after the ${fields.start}.`)
  return { start, end }
}

export interface Remaining {
  readonly days: number
  readonly hours: number
  readonly human_readable: string
}

/** Null if the time is over. */
export function timeRemaining(until: string, now: Date): Remaining | null {
  const ms = Date.parse(until) - now.getTime()
  if (ms <= 0) return null
  const all = Math.floor(ms / HOUR_MS)
  const days = Math.floor(all / DAY_HOURS)
  const hours = all % DAY_HOURS
  return { days, hours, human_readable: describe(days, hours) }
}

function describe(days: number, hours: number): string {
  if (days === 0 && hours === 0) return 'less than an hour'
  const parts = [count(days, 'day'), count(hours, 'hour')]
  return parts.filter((part) => part !== '').join(' ')
}

const count = (number: number, word: string): string =>
  number === 0 ? '' : `${number} ${word}${number === 1 ? '' : 's'}`
