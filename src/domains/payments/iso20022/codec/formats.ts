// The types of values in messages: which texts are valid, the problems of the others, and how a value of a request is
// normalized to the form of the standard. Reading, writing and validating use the same formats.
import { electronicFormatIBAN, isValidIBAN } from 'ibantools'
import { shorten } from '../../../../kernel/text.ts'
import { decimalsOf, NO_CURRENCY } from './currencies.ts'
import type { Flaw, ProblemCode } from '../problem.ts'

export interface Format {
  /** The format in words, for the documentation of a field. */
  readonly words: string
  /** The problem of the text; undefined if it is valid. */
  readonly flawOf: (text: string) => Flaw | undefined
  /** The same by the schema only, which has no check digits and no external code lists. */
  readonly flawOfForm?: (text: string) => Flaw | undefined
  /** Normalizes a text of a request to the form of the standard, such as an IBAN without spaces. */
  readonly tidy?: (text: string) => string
}

const flaw = (code: ProblemCode, message: string): Flaw => ({ code, message })

const byPattern = (pattern: RegExp, code: ProblemCode, words: string): Format => ({
  words,
  flawOf: (text) =>
    pattern.test(text) ? undefined : flaw(code, `"${shorten(text)}" is not ${words}.`),
})

/** XML 1.0 has no form for these characters, or they would not come back the same. */
const UNWRITABLE = /[\p{Cc}\p{Cs}\ufffe\uffff]/u

/** The schema counts characters, not the halves of those beyond 65,535. */
const lengthOf = (text: string): number => Array.from(text).length

export const maxText = (length: number): Format => ({
  words: `text of at most ${length} characters`,
  flawOf(text) {
    if (UNWRITABLE.test(text))
      return flaw('FORMAT', 'The text has control characters, which a message cannot carry.')
    if (text.length > length && lengthOf(text) > length)
      return flaw('LENGTH', `The text has ${lengthOf(text)} characters; at most ${length} fit.`)
    return undefined
  },
})

const maxText4 = maxText(4)

export const oneOf = (codes: readonly string[]): Format => {
  const known = new Set(codes)
  const words = `one of ${codes.join(', ')}`
  return {
    words,
    flawOf: (text) =>
      known.has(text) ? undefined : flaw('CODE', `"${shorten(text)}" is not ${words}.`),
  }
}

/** Lists of codes that ISO keeps outside of the schemas. */
export const externalCode: Format = {
  ...byPattern(/^[A-Z0-9]{4}$/, 'CODE', 'a code of four capital letters or digits'),
  flawOfForm: maxText4.flawOf,
}

export const shortCode: Format = {
  ...byPattern(/^[A-Z0-9]{1,4}$/, 'CODE', 'a code of one to four characters'),
  flawOfForm: maxText4.flawOf,
}

/** The status of a payment or of all payments of a message. */
const statuses =
  'ACCC ACCP ACFC ACSC ACSP ACTC ACWC ACWP BLCK CANC PART PATC PDNG PRES RCVD RJCT'.split(' ')
export const status: Format = { ...oneOf(statuses), flawOfForm: maxText4.flawOf }

export const countText = byPattern(/^\d{1,15}$/, 'FORMAT', 'a whole number of at most 15 digits')
export const numberText = byPattern(/^\d{1,18}$/, 'FORMAT', 'a whole number of at most 18 digits')
export const pageText = byPattern(/^\d{1,5}$/, 'FORMAT', 'a whole number of at most 5 digits')
export const trueOrFalse = byPattern(/^(?:true|false|1|0)$/, 'FORMAT', 'true or false')

const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/
/** A longer number is a mistake or an attack; the schema allows 18 digits. */
const DECIMAL_LENGTH_MAX = 40
export const isDecimal = (text: string): boolean =>
  text.length <= DECIMAL_LENGTH_MAX && DECIMAL.test(text)

/** The digits of a decimal number before and behind its point. */
function digitsOf(text: string) {
  const from = text.startsWith('-') || text.startsWith('+') ? 1 : 0
  const point = text.indexOf('.')
  const whole = point === -1 ? text.slice(from) : text.slice(from, point)
  return {
    whole: whole.length > 1 && whole.startsWith('0') ? whole.replace(/^0+(?=\d)/, '') : whole,
    fraction: point === -1 ? '' : text.slice(point + 1),
  }
}

export const decimal: Format = {
  words: 'a decimal number of at most 18 digits',
  flawOf(text) {
    if (!isDecimal(text)) return flaw('FORMAT', `"${shorten(text)}" is not a decimal number.`)
    const { whole, fraction } = digitsOf(text)
    return whole.length + fraction.length > 18 || fraction.length > 17
      ? flaw('FORMAT', 'The number has more than 18 digits or 17 decimals.')
      : undefined
  },
}

/** The decimals with which sums are added up; the schema allows 17. */
const SUM_DECIMALS = 17

/** Decimal text as a whole number of 10⁻¹⁷; undefined if it is none. */
export function toUnits(text: string): bigint | undefined {
  if (!isDecimal(text)) return undefined
  const { whole, fraction } = digitsOf(text)
  if (fraction.length > SUM_DECIMALS) return undefined
  const units = BigInt(whole + fraction.padEnd(SUM_DECIMALS, '0'))
  return text.startsWith('-') ? -units : units
}

/** The shortest decimal text with at least two decimals. */
export function fromUnits(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(SUM_DECIMALS + 1, '0')
  const fraction = digits.slice(-SUM_DECIMALS).replace(/0+$/, '').padEnd(2, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -SUM_DECIMALS)}.${fraction}`
}

/** The problem of an amount and its currency by the schema only. */
export function flawOfAmountForm(amount: string, currency: string | undefined): Flaw | undefined {
  if (!isDecimal(amount)) return flaw('AMOUNT', `"${shorten(amount)}" is not a decimal number.`)
  const { whole, fraction } = digitsOf(amount)
  if (amount.startsWith('-')) return flaw('AMOUNT', 'The amount is negative.')
  if (fraction.length > 5 || whole.length + fraction.length > 18)
    return flaw('DECIMALS', 'The amount has more than 18 digits or 5 decimals.')
  if (currency === undefined || currency === '')
    return flaw('CURRENCY', 'The amount has no currency.')
  return /^[A-Z]{3}$/.test(currency)
    ? undefined
    : flaw('CURRENCY', `"${shorten(currency)}" is not a code of three capital letters.`)
}

const flawOfCurrency = (code: string): Flaw =>
  flaw(
    'CURRENCY',
    code === NO_CURRENCY
      ? `"${code}" stands for no currency; give the currency of the amount.`
      : `"${shorten(code)}" is not a currency code of ISO 4217.`,
  )

/** The problem of an amount and its currency. */
export function amountProblem(
  amount: string,
  currency: string | undefined,
  mustBePositive: boolean,
): Flaw | undefined {
  const ofForm = flawOfAmountForm(amount, currency)
  if (ofForm || currency === undefined) return ofForm
  const { whole, fraction } = digitsOf(amount)
  if (mustBePositive && !/[1-9]/.test(whole + fraction))
    return flaw('AMOUNT', 'The amount must be above zero.')
  const places = decimalsOf(currency)
  if (places === undefined) return flawOfCurrency(currency)
  if (fraction.length > places)
    return flaw(
      'DECIMALS',
      `${currency} has ${places === 1 ? '1 decimal' : `${places} decimals`}; ${amount} has ${fraction.length}.`,
    )
  return undefined
}

export const currencyCode: Format = {
  words: 'a currency code of ISO 4217',
  flawOf: (text) => (decimalsOf(text) === undefined ? flawOfCurrency(text) : undefined),
  flawOfForm: byPattern(/^[A-Z]{3}$/, 'CURRENCY', 'a code of three capital letters').flawOf,
  tidy: (text) => text.toUpperCase(),
}

const ZONE = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?'
const DATE = new RegExp(`^(\\d{4})-(\\d{2})-(\\d{2})${ZONE}$`)
const DATE_TIME = new RegExp(
  `^(\\d{4})-(\\d{2})-(\\d{2})T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d{1,9})?|24:00:00(?:\\.0{1,9})?)${ZONE}$`,
)

const isOnCalendar = ([, year, month, day]: RegExpExecArray): boolean => {
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  if (y === 0 || m < 1 || m > 12 || d < 1) return false
  const isLeap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0
  return d <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1]!
}

const onCalendar = (pattern: RegExp, words: string): Format => ({
  words,
  flawOf(text) {
    const match = pattern.exec(text)
    return match && isOnCalendar(match)
      ? undefined
      : flaw('DATE', `"${shorten(text)}" is not ${words}.`)
  },
})

export const date = onCalendar(DATE, 'a date such as 2026-03-01')
export const dateTime = onCalendar(DATE_TIME, 'a date and time such as 2026-03-01T12:00:00Z')

/** A cache of valid IBANs, because a file repeats the same ones and the check is slow. */
const goodIbans = new Set<string>()
const GOOD_IBANS_MAX = 10_000

function isGoodIban(text: string): boolean {
  if (goodIbans.has(text)) return true
  if (!IBAN_FORM.test(text) || !isValidIBAN(text.toUpperCase())) return false
  if (goodIbans.size === GOOD_IBANS_MAX) goodIbans.clear()
  goodIbans.add(text)
  return true
}

const IBAN_FORM = /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/

export const iban: Format = {
  words: 'an IBAN',
  flawOf: (text) =>
    isGoodIban(text)
      ? undefined
      : flaw(
          'IBAN',
          `"${shorten(text)}" is not a valid IBAN: check the country, the length and the two check digits.`,
        ),
  flawOfForm: byPattern(IBAN_FORM, 'IBAN', 'an IBAN').flawOf,
  tidy: (text) => electronicFormatIBAN(text) ?? text,
}

export const bic: Format = {
  ...byPattern(
    /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/,
    'BIC',
    'a BIC of 8 or 11 characters',
  ),
  tidy: (text) => text.toUpperCase(),
}

export const uetr: Format = {
  ...byPattern(
    /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/,
    'UETR',
    'a version 4 UUID in lower case',
  ),
  tidy: (text) => text.toLowerCase(),
}
