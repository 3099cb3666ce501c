// Turns a request into a search: fields of the request win over the sentence, and only accounts that the caller owns
// or manages are searched.
import { compareDecimals, numberToDecimal, toDecimal } from '../../../kernel/decimal.ts'
import { toJsonDecimal } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { listCallerAccounts } from '../../core/accounts/for-tasks.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import {
  dayOf,
  endOf,
  EXCHANGE,
  findView,
  OWN_TRANSFERS,
  readDay,
  startOf,
  toCategory,
  writeDay,
} from '../spending/for-tasks.ts'
import type { Day } from '../spending/index.ts'
import type { Filters } from './filters.ts'
import { type Interpretation, interpretSearch } from './interpretation/interpreter.ts'
import type { Search } from './store.ts'
import { chooseValuation } from './valuation.ts'

/** The caller, the time of the question, and the database to search. */
export type QuestionContext = Pick<Context, 'caller' | 'now' | 'tx'>

export interface QuestionInput {
  readonly query?: string
  readonly account_uuid?: string
  readonly date_from?: string
  readonly date_to?: string
  readonly amount_min?: number
  readonly amount_max?: number
  readonly category?: string
  readonly asset_code?: string
  readonly limit?: number
}

export interface Question {
  readonly parsed: Interpretation | undefined
  readonly filters: Filters
  readonly account_uuid: string | undefined
  readonly search: Search
  /** The same search in the period to compare with. */
  readonly compared: Search | undefined
}

/** The period of a sentence that names none: this many days up to today. */
const DAYS_BY_DEFAULT = 30

export async function readQuestion(
  input: QuestionInput,
  ctx: QuestionContext,
  assets: AssetCatalogue,
): Promise<Question> {
  checkOrder(input)
  const known = assets.list()
  const parsed =
    input.query === undefined || input.query.trim() === ''
      ? undefined
      : interpretSearch(input.query, ctx.now, new Set(known.map(({ code }) => code)))
  const filters = mergeFilters(input, parsed?.filters, ctx.now)
  const accounts = await listCallerAccounts(ctx)
  const asked = chooseAccounts(accounts, input.account_uuid?.toLowerCase(), filters, ctx)
  const { category, recipient, direction, date_from, date_to, compare_from, compare_to } = filters
  const { category_not = [], recipient_not = [], asset_not = [], sort = 'newest' } = filters
  const named = (words: readonly string[]) =>
    accounts
      .filter(({ row }) => words.some((word) => row.name.toLowerCase().includes(word)))
      .map(({ account }) => account.id)
  const search: Search = {
    books: asked
      .flatMap(({ account }) => [...account.books.values()])
      .filter(({ seq, asset }) => seq > 0 && asset === (filters.asset_code ?? asset))
      .filter(({ asset }) => !asset_not.includes(asset)),
    owners: ownersOf(accounts),
    askedOwners: ownersOf(asked),
    from: date_from === undefined ? undefined : startOf(bounded(readDay(date_from)!)),
    to: date_to === undefined ? undefined : endOf(bounded(readDay(date_to)!)),
    side: direction === undefined ? undefined : direction === 'debit' ? 'from' : 'to',
    min: toUnits(filters.amount_min, known),
    max: toUnits(filters.amount_max, known),
    countsAll: isNoPayment(category),
    view: await findView(ctx.tx, {
      environment: ctx.caller.environment,
      user_uuid: ctx.caller.user!,
    }),
    category,
    recipient,
    namedAccounts: recipient === undefined ? [] : named([recipient]),
    categoriesNot: category_not,
    recipientsNot: recipient_not,
    namedAccountsNot: named(recipient_not),
    sort,
    paymentsOnly: filters.payments_only === true,
    weights: {},
  }
  const weights = weigh(new Set(search.books.map(({ asset }) => asset)), assets)
  return {
    parsed,
    filters,
    account_uuid: input.account_uuid === undefined ? undefined : asked[0]!.account.id,
    search: { ...search, weights },
    compared:
      compare_from === undefined || compare_to === undefined
        ? undefined
        : {
            ...search,
            from: startOf(bounded(readDay(compare_from)!)),
            to: endOf(bounded(readDay(compare_to)!)),
          },
  }
}

/** Movements between own accounts and trades count as spending, and as payments, only where they are asked for. */
const isNoPayment = (category: string | undefined): boolean =>
  category === EXCHANGE || category === OWN_TRANSFERS

/** An amount in units of each asset, not necessarily whole ones. */
function toUnits(
  amount: string | undefined,
  assets: readonly { readonly code: string; readonly precision: number }[],
): Search['min'] {
  if (amount === undefined) return undefined
  const [whole = '0', fraction = ''] = amount.split('.')
  return Object.fromEntries(
    assets.map(({ code, precision }) => [code, toDecimal(whole, fraction, precision)]),
  )
}

/** The value of one unit of each asset; those without a rate are left out. */
function weigh(codes: ReadonlySet<string>, assets: AssetCatalogue): Search['weights'] {
  const { toValue, unconverted } = chooseValuation(codes, undefined, assets)
  return Object.fromEntries(
    [...codes]
      .filter((code) => !unconverted.includes(code))
      .map((code) => [code, String(toValue(code, 1n))]),
  )
}

/** Nothing was booked before 1970, and PostgreSQL has no year zero. */
const bounded = (day: Day): Day => Math.max(day, 0)

function checkOrder({ date_from, date_to, amount_min, amount_max }: QuestionInput): void {
  const errors: Record<string, string[]> = {}
  for (const [field, text] of Object.entries({ date_from, date_to }))
    if (text !== undefined && readDay(text) === undefined)
      errors[field] = [`The ${field.replace('_', ' ')} field must be a date like 2026-01-31.`]
  if (date_from !== undefined && date_to !== undefined && date_from > date_to)
    errors.date_to ??= [`The date to field must not be before the date from field (${date_from}).`]
  if (amount_min !== undefined && amount_max !== undefined && amount_min > amount_max)
    errors.amount_max = [
      `The amount max field must not be less than the amount min field (${amount_min}).`,
    ]
  if (Object.keys(errors).length > 0) throw Invalid({ errors })
}

/** Fields of the request win over those of the sentence, field by field. */
function mergeFilters(input: QuestionInput, said: Filters | undefined, now: Date): Filters {
  const days = mergeEnds(
    [input.date_from, input.date_to],
    [said?.date_from, said?.date_to],
    (a, b) => a <= b,
  )
  const amounts = mergeEnds(
    [toText(input.amount_min), toText(input.amount_max)],
    [said?.amount_min, said?.amount_max],
    (a, b) => compareDecimals(a, b) <= 0,
  )
  const isTimeless = days.every((day) => day === undefined)
  const today = dayOf(now)
  const [date_from, date_to] =
    said && isTimeless ? [writeDay(today - DAYS_BY_DEFAULT + 1), writeDay(today)] : days
  const [amount_min, amount_max] = amounts
  // A blank category counts as absent.
  const category = toCategory(input.category ?? '') || said?.category
  const asset_code = input.asset_code ?? said?.asset_code
  const limit = input.limit === undefined ? said?.limit : undefined
  return {
    ...(date_from !== undefined && { date_from }),
    ...(date_to !== undefined && { date_to }),
    ...(amount_min !== undefined && { amount_min }),
    ...(amount_max !== undefined && { amount_max }),
    ...(category !== undefined && { category }),
    ...(asset_code !== undefined && { asset_code }),
    // An account in the request is narrower than a type of account in the sentence.
    ...(said?.account_type &&
      input.account_uuid === undefined && { account_type: said.account_type }),
    ...(said?.recipient !== undefined && { recipient: said.recipient }),
    ...(said?.direction && { direction: said.direction }),
    ...(said?.recipient_not && { recipient_not: said.recipient_not }),
    // A category or asset of the request is not left out, whatever the sentence says.
    ...(said?.category_not &&
      toCategory(input.category ?? '') === '' && { category_not: said.category_not }),
    ...(said?.asset_not && input.asset_code === undefined && { asset_not: said.asset_not }),
    ...(said?.sort && { sort: said.sort }),
    // A category of the request that is no payment is still found.
    ...(said?.payments_only && !isNoPayment(category) && { payments_only: said.payments_only }),
    ...(said?.compare_from !== undefined && { compare_from: said.compare_from }),
    ...(said?.compare_to !== undefined && { compare_to: said.compare_to }),
    ...(limit !== undefined && { limit }),
  }
}

const toText = (value: number | undefined): string | undefined =>
  value === undefined ? undefined : numberToDecimal(value)

type Ends = readonly [low: string | undefined, high: string | undefined]

/** Merges two ranges; when the result would be empty, only the range of the request counts. */
function mergeEnds(sent: Ends, said: Ends, isOrdered: (a: string, b: string) => boolean): Ends {
  const [low, high] = [sent[0] ?? said[0], sent[1] ?? said[1]]
  return low === undefined || high === undefined || isOrdered(low, high) ? [low, high] : sent
}

type AccountOfCaller = Awaited<ReturnType<typeof listCallerAccounts>>[number]

const ownersOf = (accounts: readonly AccountOfCaller[]) =>
  Object.fromEntries(accounts.map(({ account, row }) => [account.id, row.user_uuid]))

function chooseAccounts(
  accounts: readonly AccountOfCaller[],
  uuid: string | undefined,
  { account_type }: Filters,
  ctx: QuestionContext,
): readonly AccountOfCaller[] {
  if (uuid !== undefined) {
    const found = accounts.filter(({ account }) => account.id === uuid)
    if (found.length === 0)
      throw Invalid({ errors: { account_uuid: ['You have no account with this uuid.'] } })
    return found
  }
  if (account_type === undefined) return accounts
  // The main account is the caller's oldest own account; the list is newest first.
  if (account_type === 'main')
    return accounts.filter(({ row }) => row.user_uuid === ctx.caller.user).slice(-1)
  return accounts.filter(({ row }) => row.type === account_type)
}

/** The filters that were applied, in the form of the answer. */
export const showFilters = ({ filters, account_uuid }: Question) => {
  const { amount_min, amount_max, category_not, recipient_not, asset_not, ...others } = filters
  return {
    ...(account_uuid !== undefined && { account_uuid }),
    ...others,
    ...(category_not && { category_not: [...category_not] }),
    ...(recipient_not && { recipient_not: [...recipient_not] }),
    ...(asset_not && { asset_not: [...asset_not] }),
    ...(amount_min !== undefined && { amount_min: toJsonDecimal(amount_min) }),
    ...(amount_max !== undefined && { amount_max: toJsonDecimal(amount_max) }),
  }
}

export const showParsed = ({ parsed }: Question) =>
  parsed
    ? {
        intent: parsed.intent,
        confidence: parsed.confidence,
        explanation: parsed.explanation,
        not_understood: [...parsed.not_understood],
      }
    : null
