// Interprets a sentence: its intent and its filters. Pure: the same sentence on the same day always has the same
// interpretation, regardless of spacing and letter case.
import { type AmountRange, readAmounts } from './amounts.ts'
import { findCategory, findMerchant } from './categories.ts'
import { readDay, writeDay } from './days.ts'
import { confidenceOf, findIntent, type Intent } from './intents.ts'
import { GAP, type Period, readPeriod } from './periods.ts'

export const accountTypes = [
  'checking',
  'savings',
  'main',
  'business',
  'personal',
  'investment',
  'trading',
  'escrow',
  'loan',
] as const
export type AccountType = (typeof accountTypes)[number]

/** Holds only filters that the sentence names. Days are UTC days; amounts are decimal text. */
export interface Filters {
  readonly date_from?: string
  readonly date_to?: string
  readonly amount_min?: string
  readonly amount_max?: string
  readonly category?: string
  readonly asset_code?: string
  readonly account_type?: AccountType
  readonly recipient?: string
  readonly direction?: 'debit' | 'credit'
}

export interface Interpretation {
  readonly intent: Intent
  readonly confidence: number
  readonly explanation: string
  readonly filters: Filters
}

const normalise = (text: string): string =>
  text.normalize('NFKC').replaceAll('’', "'").toLowerCase().replace(/\s+/g, ' ').trim()

/** `codes` are the codes of the bank's assets. */
export function interpret(text: string, now: Date, codes: ReadonlySet<string>): Interpretation {
  const sentence = normalise(text)
  const filters = readFilters(sentence, now, codes)
  return toInterpretation(findIntent(sentence), filters, sentence.length)
}

/**
 * The same for a search of transactions: a sentence that names a period, a category or an amount is a question about
 * transactions, whatever its other words.
 */
export function interpretSearch(
  text: string,
  now: Date,
  codes: ReadonlySet<string>,
): Interpretation {
  const read = interpret(text, now, codes)
  const { date_from, date_to, category, amount_min, amount_max } = read.filters
  const isSpecific = [date_from, date_to, category, amount_min, amount_max].some(
    (one) => one !== undefined,
  )
  return isSpecific
    ? toInterpretation('transaction_query', read.filters, normalise(text).length)
    : read
}

const toInterpretation = (intent: Intent, filters: Filters, length: number): Interpretation => ({
  intent,
  confidence: confidenceOf(intent, countEntities(filters), length),
  explanation: explain(intent, filters),
  filters,
})

function readFilters(sentence: string, now: Date, codes: ReadonlySet<string>): Filters {
  const { range, rest: withoutAmounts } = readAmounts(sentence, codes)
  const { period, rest } = readPeriod(withoutAmounts, now)
  const account_type = findAccountType(rest)
  const category = findCategory(rest)
  const merchant = findMerchant(rest)
  const recipient = findRecipient(rest) ?? merchant
  const direction = findDirection(rest)
  return {
    ...daysOf(period),
    ...amountsOf(range),
    ...(category !== undefined && { category }),
    ...(range.asset !== undefined && { asset_code: range.asset }),
    ...(account_type && { account_type }),
    ...(recipient !== undefined && { recipient }),
    ...(direction && { direction }),
  }
}

const FIRST_DAY = readDay('1900-01-01')!
const LAST_DAY = readDay('9999-12-31')!
const writeBounded = (day: number): string => writeDay(Math.min(Math.max(day, FIRST_DAY), LAST_DAY))

const daysOf = (period: Period | undefined): Filters => ({
  ...(period?.from !== undefined && { date_from: writeBounded(period.from) }),
  ...(period?.to !== undefined && { date_to: writeBounded(period.to) }),
})

const amountsOf = ({ min, max }: AmountRange): Filters => ({
  ...(min !== undefined && { amount_min: min }),
  ...(max !== undefined && { amount_max: max }),
})

const otherNames: Readonly<Record<string, AccountType>> = { primary: 'main', current: 'checking' }

const ACCOUNT = new RegExp(
  `\\b(${[...accountTypes, ...Object.keys(otherNames)].join('|')}) accounts?\\b|\\b(?:my|from|in|into|on|to) (?:my )?(checking|savings)\\b`,
)

function findAccountType(text: string): AccountType | undefined {
  const match = ACCOUNT.exec(text)
  const word = match?.[1] ?? match?.[2]
  return word === undefined ? undefined : (otherNames[word] ?? (word as AccountType))
}

const CREDIT =
  /\b(?:received?|receiving|income|incoming|earned|earnings|deposits?|deposited|credited|salary|refunds?|(?:got|was|been) paid)\b/
const DEBIT =
  /\b(?:sent|paid|spend|spent|spending|expenses?|purchase[sd]?|bought|outgoing|debits?|debited|withdrew|withdrawn|withdrawals?)\b/

function findDirection(text: string): Filters['direction'] {
  const isCredit = CREDIT.test(text)
  const isDebit = DEBIT.test(text.replace(/\b(?:got|was|been) paid\b/g, GAP))
  return isCredit === isDebit ? undefined : isCredit ? 'credit' : 'debit'
}

/** Words that are never part of a name. */
const NO_NAME = new Set(
  `a about above account accounts after all an and any are at balance be been before below between buy by
  check checking compare did do during each ever every expenses find for from get give had has have he her
  him his how i if in into is it its know last less list look made make me month months more most my myself
  no of on or our out over own pay payments please purchases review save savings see send she show since
  so someone somebody spend spending spent than that the their them then there these they this those through
  till to today transactions transfer transfers under understand until up us view was we week were what when
  where which while who whom why with year yesterday you your`.split(/\s+/),
)

/** Finds names such as "to Alice Smith", "from ACME" or "at Joe's", of up to three words. */
function findRecipient(text: string): string | undefined {
  for (const [, phrase] of text.matchAll(
    /\b(?:to|from|at) ((?:[\p{L}\p{N}][\p{L}\p{M}\p{N}&.'_-]*)(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}&.'_-]*){0,2})/gu,
  )) {
    const names = phrase!.split(' ')
    const end = names.findIndex((name) => NO_NAME.has(trimName(name)))
    const name = trimName((end < 0 ? names : names.slice(0, end)).join(' '))
    if (name !== '' && findCategory(name) !== name && !/^\d+$/.test(name)) return name
  }
  return undefined
}

const trimName = (name: string): string => name.replace(/(?:'s)?[.'_&-]*$/, '')

function countEntities(filters: Filters): number {
  const { date_from, date_to, amount_min, amount_max, direction: _way, ...others } = filters
  const hasAmount = amount_min !== undefined || amount_max !== undefined
  const hasPeriod = date_from !== undefined || date_to !== undefined
  return Object.keys(others).length + Number(hasAmount) + Number(hasPeriod)
}

const intentNames: Record<Intent, string> = {
  investment_query: 'a question about investments',
  balance_query: 'a question about balances',
  transaction_query: 'a question about transactions',
  transfer_request: 'a request to transfer money',
  loan_inquiry: 'a question about loans',
  compliance_query: 'a question about identity and limits',
  general_query: 'a general question',
  unknown: 'something that this bank does not know',
}

/** Describes the interpretation in one sentence: the intent and the filters. */
function explain(intent: Intent, filters: Filters): string {
  const { date_from, date_to, amount_min, amount_max } = filters
  const parts = [
    filters.direction === 'debit' && 'money that went out',
    filters.direction === 'credit' && 'money that came in',
    filters.category !== undefined && `category ${filters.category}`,
    filters.recipient !== undefined && `with "${filters.recipient}"`,
    amount_min !== undefined && amount_min === amount_max && `exactly ${amount_min}`,
    amount_min !== undefined && amount_min !== amount_max && `at least ${amount_min}`,
    amount_max !== undefined && amount_min !== amount_max && `at most ${amount_max}`,
    filters.asset_code !== undefined && `in ${filters.asset_code}`,
    filters.account_type && `on ${filters.account_type} accounts`,
    date_from !== undefined && `from ${date_from}`,
    date_to !== undefined && `to ${date_to}`,
  ].filter((part) => typeof part === 'string')
  const taken = `Taken for ${intentNames[intent]}`
  return parts.length === 0 ? `${taken}.` : `${taken}: ${parts.join(', ')}.`
}
