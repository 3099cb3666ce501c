// Interprets a sentence: its intent, its filters, and the words that were not understood. Pure: the same sentence on the
// same day always has the same interpretation, regardless of spacing and letter case.
import { type AmountRange, readAmounts } from './amounts.ts'
import { locateCategory } from '../../spending/for-tasks.ts'
import { readDay, writeDay } from '../../spending/for-tasks.ts'
import type { Span } from '../../spending/index.ts'
import { explain } from './explanation.ts'
import { type AccountType, accountTypes, type Filters } from '../filters.ts'
import { confidenceOf, findIntent, type Intent } from './intents.ts'
import { locateRecipient } from './names.ts'
import { readCurrencyNegation, readNegation } from './negation.ts'
import { asksForPayments } from './payments.ts'
import { readOrder } from './sort-order.ts'
import { blank, GAP, type Period, readPeriod } from './periods.ts'
import { stopWords } from './stop-words.ts'
import { prepare } from './spelling.ts'

export interface Interpretation {
  readonly intent: Intent
  readonly confidence: number
  readonly explanation: string
  readonly filters: Filters
  /** Words of the sentence that had no part in the interpretation, in their order. */
  readonly not_understood: readonly string[]
}

interface Reading {
  readonly filters: Filters
  readonly not_understood: readonly string[]
}

/** `codes` are the codes of the bank's assets. */
export function interpret(text: string, now: Date, codes: ReadonlySet<string>): Interpretation {
  const sentence = prepare(text)
  return toInterpretation(findIntent(sentence), readSentence(sentence, now, codes), sentence.length)
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
  const { date_from, date_to, category, category_not, amount_min, amount_max } = read.filters
  const isSpecific = [date_from, date_to, category, category_not, amount_min, amount_max].some(
    (one) => one !== undefined,
  )
  return isSpecific ? toInterpretation('transaction_query', read, prepare(text).length) : read
}

const toInterpretation = (intent: Intent, read: Reading, length: number): Interpretation => ({
  intent,
  confidence: confidenceOf(intent, countEntities(read.filters), length),
  explanation: explain(intent, read.filters, read.not_understood),
  filters: read.filters,
  not_understood: read.not_understood,
})

/** Each reader blanks out the words that it has understood, so that no word is understood twice. */
function readSentence(sentence: string, now: Date, codes: ReadonlySet<string>): Reading {
  const { asset_not, rest: afterCurrency } = readCurrencyNegation(sentence, codes)
  const { range, rest: afterAmounts } = readAmounts(afterCurrency, codes)
  const { period, compared, rest: afterPeriod } = readPeriod(afterAmounts, now)
  const { order, rest: afterOrder } = readOrder(afterPeriod)
  const { negated, rest } = readNegation(afterOrder)
  const account_type = findAccountType(rest)
  const category = locateCategory(rest)?.name
  const recipient = locateRecipient(rest)
  const direction = findDirection(rest)
  // The name of a counterparty, such as "Bill" or "Exchange Office", says nothing about the kind of transaction.
  const unnamed = recipient ? blank(rest, recipient) : rest
  const payments_only = asksForPayments(unnamed, order.sort, codes)
  return {
    filters: {
      ...daysOf(period),
      ...amountsOf(range),
      ...(category !== undefined && { category }),
      ...(range.asset !== undefined && { asset_code: range.asset }),
      ...(account_type && { account_type }),
      ...(recipient && { recipient: recipient.name }),
      ...(direction && { direction }),
      ...negated,
      ...(asset_not.length > 0 && { asset_not }),
      ...order,
      ...(payments_only && { payments_only }),
      ...comparedOf(compared),
    },
    not_understood: findLeftOver(unnamed, category, codes),
  }
}

const plain: ReadonlySet<string> = new Set([
  ...stopWords,
  ...accountTypes,
  'primary',
  // Words of the reader of currencies, which leaves them in the text.
  ...'swiss francs franc dollar dollars pound pounds quid bucks yen bitcoin bitcoins ether ethereum'.split(
    ' ',
  ),
])
/** The most words that are reported, each cut to `LONGEST_WORD` letters. */
const MOST_LEFT_OVER = 10
const LONGEST_WORD = 40

/** A second category or merchant is left over as well: only one of each is searched for. */
function findLeftOver(
  text: string,
  category: string | undefined,
  codes: ReadonlySet<string>,
): readonly string[] {
  let rest = text.replace(WAYS, (words) => GAP.repeat(words.length))
  for (let named = locateCategory(rest); named; named = locateCategory(rest, named.end))
    if (named.name === category) rest = blank(rest, named)
  const words = rest.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}&.'_-]*/gu) ?? []
  const left = words
    .map((word) => word.replace(/[.'_&-]{1,9}$/, ''))
    .filter((word) => !plain.has(word) && !codes.has(word.toUpperCase()))
  return [...new Set(left.map((word) => word.slice(0, LONGEST_WORD)))].slice(0, MOST_LEFT_OVER)
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

const comparedOf = (span: Span | undefined): Filters =>
  span ? { compare_from: writeBounded(span.from), compare_to: writeBounded(span.to) } : {}

const otherNames: Readonly<Record<string, AccountType>> = { primary: 'main', current: 'checking' }

const ACCOUNT = new RegExp(
  `\\b(${[...accountTypes, ...Object.keys(otherNames)].join('|')}) accounts?\\b|\\b(?:my|from|in|into|on|to) (?:my )?(checking|savings)\\b`,
)

function findAccountType(text: string): AccountType | undefined {
  const match = ACCOUNT.exec(text)
  const word = match?.[1] ?? match?.[2]
  return word === undefined ? undefined : (otherNames[word] ?? (word as AccountType))
}

const CREDIT_WORDS =
  'received?|receiving|income|incoming|earn|earned|earnings|earning|refunded|deposits?|deposited|credits|credited|salary|refunds?|(?:got|get|was|been) paid|money in|(?:came|come|comes) in'
const DEBIT_WORDS =
  'sent|paid|spend|spent|spending|expenses?|purchase[sd]?|bought|buying|paying|(?:did|do) i (?:buy|pay)|charged|outgoing|debits?|debited|withdrew|withdraw|withdrawing|withdrawn|withdrawals?|money out|(?:went|go|goes) out|left(?= my)'
const CREDIT = new RegExp(`\\b(?:${CREDIT_WORDS})\\b`)
const DEBIT = new RegExp(`\\b(?:${DEBIT_WORDS})\\b`)
const WAYS = new RegExp(`\\b(?:${CREDIT_WORDS}|${DEBIT_WORDS})\\b`, 'g')

function findDirection(text: string): Filters['direction'] {
  const isCredit = CREDIT.test(text)
  const isDebit = DEBIT.test(text.replace(/\b(?:got|get|was|been) paid\b/g, GAP))
  return isCredit === isDebit ? undefined : isCredit ? 'credit' : 'debit'
}

function countEntities(filters: Filters): number {
  const { date_from, date_to, amount_min, amount_max, direction: _way, ...others } = filters
  const { sort: _sort, limit: _limit, payments_only: _payments, ...narrowing } = others
  const { compare_from: _from, compare_to: _to, ...named } = narrowing
  const hasAmount = amount_min !== undefined || amount_max !== undefined
  const hasPeriod = date_from !== undefined || date_to !== undefined
  return Object.keys(named).length + Number(hasAmount) + Number(hasPeriod)
}
