// The kinds of fields in records of 94 columns: how each is read, written and checked.
import type { Complain, Field } from './layout.ts'
import { checkDigitOf } from './routing.ts'

const quoted = (raw: string): string => `"${raw}"`
const isDigits = (raw: string): boolean => /^\d+$/.test(raw)
/** The message lists the allowed values only if there are few. */
const notOneOf = (value: string, allowed: readonly string[]): string =>
  allowed.length > 5
    ? `${quoted(value)} is not a known code.`
    : `${quoted(value)} is not one of ${allowed.join(', ')}.`
const PRINTABLE = /^[\x20-\x7e]*$/

/** Columns with the same value in every record of the kind. */
export function fixed(from: number, to: number, expected: string): Field<undefined> {
  return {
    from,
    to,
    blank: undefined,
    read(raw, complain) {
      if (raw !== expected) complain(`Must be ${quoted(expected)}, and is ${quoted(raw)}.`)
      return undefined
    },
    write: () => expected,
  }
}

interface TextRules {
  readonly required?: boolean
  readonly oneOf?: readonly string[]
}

/** Text, left-justified. Spaces at its end are padding; those at its beginning belong to it. */
export function text(from: number, to: number, rules: TextRules = {}): Field<string> {
  const width = to - from + 1
  const check = (value: string, complain: Complain): void => {
    if (rules.required === true && value.trim() === '') complain('Must not be blank.')
    else if (rules.oneOf !== undefined && !rules.oneOf.includes(value))
      complain(notOneOf(value, rules.oneOf))
  }
  return {
    from,
    to,
    blank: '',
    read(raw, complain) {
      const value = raw.trimEnd()
      check(value, complain)
      return value
    },
    write(value, complain) {
      if (value.length > width)
        complain(`${quoted(value)} has ${value.length} characters; ${width} fit.`)
      if (!PRINTABLE.test(value)) complain(`${quoted(value)} has a character outside of ASCII.`)
      check(value.trimEnd(), complain)
      return value
    },
  }
}

interface DigitRules {
  readonly oneOf?: readonly string[]
  /** Blank columns are allowed, and are an empty string. */
  readonly optional?: boolean
}

type Check = (value: string, complain: Complain) => void

/** A text that must pass a check, whether it is read or written. */
const checked = (
  from: number,
  to: number,
  check: Check,
  { clean = asItIs, pad = asItIs }: { clean?: typeof asItIs; pad?: typeof asItIs } = {},
): Field<string> => ({
  from,
  to,
  blank: '',
  read(raw, complain) {
    const value = clean(raw)
    check(value, complain)
    return value.trim()
  },
  write(value, complain) {
    check(value, complain)
    return pad(value)
  },
})

const asItIs = (value: string): string => value
const trimmed = (value: string): string => value.trim()

/** Digits that are an identification and not a quantity: all columns are filled. */
export function digits(from: number, to: number, rules: DigitRules = {}): Field<string> {
  const width = to - from + 1
  return checked(from, to, (value, complain) => {
    if (value.trim() === '' && rules.optional === true) return
    if (value.length !== width || !isDigits(value))
      complain(`Must be ${width} digits, and is ${quoted(value)}.`)
    else if (rules.oneOf !== undefined && !rules.oneOf.includes(value))
      complain(notOneOf(value, rules.oneOf))
  })
}

/** A number that is right-justified and filled with zeros. */
function numeric<Value extends number | bigint>(
  from: number,
  to: number,
  toValue: (written: string) => Value,
  kind: string,
): Field<Value> {
  const width = to - from + 1
  const zero = toValue('0')
  return {
    from,
    to,
    blank: zero,
    read(raw, complain) {
      if (isDigits(raw)) return toValue(raw)
      complain(`Must be ${width} digits, and is ${quoted(raw)}.`)
      return zero
    },
    write(value, complain) {
      const written = String(value)
      if (!isDigits(written) || written.length > width)
        complain(`${written} is no ${kind} of at most ${width} digits.`)
      return written.padStart(width, '0')
    },
  }
}

export const count = (from: number, to: number): Field<number> =>
  numeric(from, to, Number, 'whole number')

/** An amount in cents, or in the smallest unit of a foreign currency. */
export const cents = (from: number, to: number): Field<bigint> =>
  numeric(from, to, BigInt, 'amount')

/** The nine digits of a routing number, with a valid check digit. */
export const routing = (from: number, to: number): Field<string> =>
  checked(from, to, (value, complain) => {
    if (!/^\d{9}$/.test(value)) return complain(`Must be 9 digits, and is ${quoted(value)}.`)
    const expected = checkDigitOf(value.slice(0, 8))
    if (value.slice(8) !== expected)
      complain(`Routing number ${value} has the check digit ${value[8]}; it must be ${expected}.`)
  })

/** The ten columns of a bank or company in the file header: nine digits beside a blank, or ten digits. */
export const party = (from: number, to: number): Field<string> =>
  checked(
    from,
    to,
    (value, complain) => {
      if (!/^\d{9,10}$/.test(value)) complain(`Must be 9 or 10 digits, and is ${quoted(value)}.`)
    },
    { clean: trimmed, pad: (value) => value.padStart(10) },
  )

const isDay = (year: number, month: number, dayOfMonth: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth
}

/** YYMMDD of this century, as YYYY-MM-DD. Blank or zeros are no date. */
export function day(
  from: number,
  to: number,
  rules: { required?: boolean } = {},
): Field<string | null> {
  return {
    from,
    to,
    blank: null,
    read(raw, complain) {
      if (raw.trim() === '' || raw === '000000') {
        if (rules.required === true) complain('Must be a date, YYMMDD.')
        return null
      }
      const [year, month, date] = [raw.slice(0, 2), raw.slice(2, 4), raw.slice(4, 6)]
      if (!isDigits(raw) || !isDay(2000 + Number(year), Number(month), Number(date))) {
        complain(`${quoted(raw)} is not a date, YYMMDD.`)
        return null
      }
      return `20${year}-${month}-${date}`
    },
    write(value, complain) {
      if (value === null) {
        if (rules.required === true) complain('Must be a date.')
        return ''
      }
      const parts = /^20(\d\d)-(\d\d)-(\d\d)$/.exec(value)
      if (parts === null || !isDay(2000 + Number(parts[1]), Number(parts[2]), Number(parts[3]))) {
        complain(`${quoted(value)} is not a date of this century, YYYY-MM-DD.`)
        return ''
      }
      return parts.slice(1).join('')
    },
  }
}

/** HHMM, as HH:MM. Blank is no time. */
export function timeOfDay(from: number, to: number): Field<string | null> {
  return {
    from,
    to,
    blank: null,
    read(raw, complain) {
      if (raw.trim() === '') return null
      const isTime = /^([01]\d|2[0-3])[0-5]\d$/.test(raw)
      if (!isTime) complain(`${quoted(raw)} is not a time, HHMM.`)
      return isTime ? `${raw.slice(0, 2)}:${raw.slice(2)}` : null
    },
    write(value, complain) {
      if (value === null) return ''
      if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(value))
        complain(`${quoted(value)} is not a time, HH:MM.`)
      return value.replace(':', '')
    },
  }
}

/** Number of the day in the year on which an operator settled; blank or zeros until it did. */
export const dayOfYear = (from: number, to: number): Field<string> =>
  checked(
    from,
    to,
    (value, complain) => {
      if (value !== '' && !(/^\d{3}$/.test(value) && Number(value) <= 366))
        complain(`${quoted(value)} is not a day of a year, 001 to 366.`)
    },
    { clean: trimmed },
  )
