// Answers `spending.analysis`: spending in a period by category, day and merchant, with notable facts. Transfers
// between two of the accounts in question, and exchanges of assets, are neither spent nor earned, unless the question
// names that category.
import { type Asset, formatDecimal, multiplyDivide, toJsonDecimal } from '../../../kernel/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import {
  dayOf,
  endOf,
  findRecurring,
  NO_MERCHANT,
  readDay,
  startOf,
  writeDay,
} from '../spending/for-tasks.ts'
import type { Day, Kind, RecurringPayment, Span } from '../spending/index.ts'
import { describeSpending, formatPeriod } from './descriptions.ts'
import {
  type QuestionContext,
  type Question,
  type QuestionInput,
  readQuestion,
  showFilters,
  showParsed,
} from './question.ts'
import {
  breakDown,
  type Breakdown,
  findSpentReference,
  type Group,
  type Search,
  type Sum,
  sumSpent,
} from './store.ts'
import { chooseValuation, splitUnits, type Valuation } from './valuation.ts'

/** Periods longer than this show only days with spending. */
const DAYS_FILLED_MAX = 366
/** Further categories are merged into one. */
const CATEGORIES_MAX = 50
const MERCHANTS_MAX = 5
/** The recurring payments that the facts name. */
const RECURRING_SHOWN = 3

export async function analyseSpending(
  input: QuestionInput,
  ctx: QuestionContext,
  assets: AssetCatalogue,
) {
  return ctx.tx
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => analyse(input, { ...ctx, tx }, assets))
}

/** Accounts, sums and moves are read from one snapshot. */
async function analyse(input: QuestionInput, ctx: QuestionContext, assets: AssetCatalogue) {
  const asked = await readQuestion(input, ctx, assets)
  // The analysis shows both directions and no single transactions, so a direction and an order are ignored, and so is
  // what an order leaves out; it compares with the days before the period in any case.
  const { direction: _direction, sort: _sort, limit: _limit, ...others } = asked.filters
  const { payments_only: _payments, compare_from: _from, compare_to: _to, ...filters } = others
  const search: Search = { ...asked.search, side: undefined, paymentsOnly: false }
  const question: Question = { ...asked, filters, search }
  const today = dayOf(ctx.now)
  const found = await readFacts(ctx.tx, question, today, assets)
  return toAnalysis(question, found, today, assets)
}

interface Found {
  readonly parts: Breakdown
  readonly valuation: Valuation
  readonly payment: Payment | undefined
  readonly period: Span
  /** The number of days of the period up to today. */
  readonly days: number
  /** Spending in as many days before the period; undefined when the period has no beginning or begins before 1970. */
  readonly before: readonly Sum[] | undefined
  /** Payments that recur, the largest first; they are of all time up to today. */
  readonly recurring: readonly RecurringPayment[]
}

interface Payment {
  readonly units: bigint
  readonly asset: Asset
  readonly day: string
  readonly reference: string | null
}

async function readFacts(
  tx: Db,
  { search, filters }: Question,
  today: Day,
  assets: AssetCatalogue,
): Promise<Found> {
  const parts = await breakDown(tx, search)
  const codes = new Set(parts.totals.map(({ asset }) => asset))
  const valuation = chooseValuation(codes, filters.asset_code, assets)
  const spent: Search = { ...search, side: 'from' }
  const payment = await findLargestPayment(tx, spent, parts, valuation, assets)
  const period = periodOf(filters, parts.first, today)
  const days = lastDayOf(period, today) - period.from + 1
  const before =
    search.from && period.from > 0
      ? await sumSpent(tx, {
          ...spent,
          from: startOf(Math.max(period.from - days, 0)),
          to: endOf(period.from - 1),
        })
      : undefined
  const recurring = await findAskedRecurring(tx, search, today, valuation)
  return { parts, valuation, payment, period, days, before, recurring }
}

/** Those of the categories in question; with a condition on single payments, rhythms would have holes. */
async function findAskedRecurring(
  tx: Db,
  search: Search,
  today: Day,
  { toValue }: Valuation,
): Promise<RecurringPayment[]> {
  const { category, categoriesNot, min, max, recipient, recipientsNot } = search
  if (min || max || recipient !== undefined || recipientsNot.length > 0) return []
  const all = await findRecurring(tx, { ...search, from: undefined, to: undefined }, today)
  return all
    .filter((one) => category === undefined || one.category === category)
    .filter((one) => !categoriesNot.includes(one.category))
    .toSorted((a, b) => compareBigints(toValue(b.asset, b.units), toValue(a.asset, a.units)))
}

/** The sums name the day of the largest payment, so only that day is searched; among equals the newest counts. */
async function findLargestPayment(
  tx: Db,
  search: Search,
  { days }: Breakdown,
  { toValue }: Valuation,
  assets: AssetCatalogue,
): Promise<Payment | undefined> {
  const [largest] = days.toSorted(
    (a, b) =>
      compareBigints(toValue(b.asset, b.largest), toValue(a.asset, a.largest)) ||
      (a.name < b.name ? 1 : -1),
  )
  if (!largest) return undefined
  const { name: day, largest: units } = largest
  const asset = assets.get(largest.asset)
  const amount = { [asset.code]: String(units) }
  const reference = await findSpentReference(tx, {
    ...search,
    books: search.books.filter((book) => book.asset === asset.code),
    from: startOf(readDay(day)!),
    to: endOf(readDay(day)!),
    min: amount,
    max: amount,
  })
  return { units, asset, day, reference: reference ?? null }
}

/** An open period begins with the first transaction and ends today. */
function periodOf(
  { date_from, date_to }: Question['filters'],
  first: string | undefined,
  today: Day,
): Span {
  const to = date_to === undefined ? today : readDay(date_to)!
  const start = date_from ?? first
  const from = start === undefined ? to : readDay(start)!
  return { from, to: Math.max(from, to) }
}

/** Future days are left out, because they say nothing about the trend. */
const lastDayOf = (period: Span, today: Day): Day =>
  period.from > today ? period.to : Math.min(period.to, today)

function toAnalysis(question: Question, found: Found, today: Day, assets: AssetCatalogue) {
  const { parts, period, valuation } = found
  const { asset } = valuation
  const write = writer(asset)
  const of = (kind: Kind, side: 'from' | 'to') =>
    parts.totals.filter((sum) => sum.kind === kind && sum.side === side)
  const spent = toTotal(of('counted', 'from'), valuation)
  const categories = keepLargest(split(parts.categories, spent.units, valuation))
  const merchants = split(parts.merchants, spent.units, valuation).slice(0, MERCHANTS_MAX)
  const ownTransfers = toTotal(of('own', 'from'), valuation)
  const exchanges = toTotal(of('exchange', 'from'), valuation)
  const days = fillDays(split(parts.days, spent.units, valuation), {
    from: period.from,
    to: lastDayOf(period, today),
  })
  return {
    period: { from: writeDay(period.from), to: writeDay(period.to) },
    currency: asset.code,
    total_spent: write(spent.units),
    total_earned: write(toTotal(of('counted', 'to'), valuation).units),
    transaction_count: spent.count,
    by_category: toRecord(categories, asset),
    by_day: toRecord(days, asset),
    top_merchants: merchants.map(({ name, units, count }) => ({
      merchant: name,
      total: write(units),
      count,
    })),
    trends: toTrends(days, { from: period.from, to: lastDayOf(period, today) }, asset),
    insights: describeSpending({
      ...findLargest(categories, spent.units),
      largestPayment: found.payment,
      asset,
      unconverted: valuation.unconverted,
      spent: spent.units,
      period: formatPeriod({ date_from: writeDay(period.from), date_to: writeDay(period.to) }),
      before: compare(found, assets),
      ownTransfers: ownTransfers.count,
      exchanges: exchanges.count,
      recurring: found.recurring
        .slice(0, RECURRING_SHOWN)
        .map((one) => ({ ...one, asset: assets.get(one.asset) })),
      recurringCount: found.recurring.length,
    }),
    not_counted: {
      own_transfers: { total: write(ownTransfers.units), count: ownTransfers.count },
      exchanges: { total: write(exchanges.units), count: exchanges.count },
    },
    unconverted: valuation.unconverted,
    query_parsed: showParsed(question),
    filters_used: showFilters(question),
  }
}

const writer = (asset: Asset) => (units: bigint) => toJsonDecimal(formatDecimal({ units, asset }))

interface Part {
  readonly name: string
  readonly units: bigint
  readonly count: number
}

const valueOf = (sums: readonly Sum[], { toValue }: Valuation): bigint =>
  sums.reduce((all, { asset, units }) => all + toValue(asset, units), 0n)

const toTotal = (sums: readonly Sum[], valuation: Valuation) => ({
  units: valuation.toUnits(valueOf(sums, valuation)),
  count: sums.reduce((all, { count }) => all + count, 0),
})

/** Splits a total by name, largest first; the parts add up to exactly the total. */
function split(sums: readonly Group[], total: bigint, valuation: Valuation): Part[] {
  const groups = [...Map.groupBy(sums, ({ name }) => name)]
    .map(([name, own]) => ({
      name,
      value: valueOf(own, valuation),
      count: own.reduce((all, { count }) => all + count, 0),
    }))
    .toSorted((a, b) => compareBigints(b.value, a.value) || (a.name < b.name ? -1 : 1))
  const units = splitUnits(
    total,
    groups.map(({ value }) => value),
    valuation,
  )
  return groups.map(({ name, count }, index) => ({ name, count, units: units[index]! }))
}

const compareBigints = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)

function keepLargest(parts: readonly Part[]): Part[] {
  if (parts.length <= CATEGORIES_MAX) return [...parts]
  const [kept, others] = [parts.slice(0, CATEGORIES_MAX - 1), parts.slice(CATEGORIES_MAX - 1)]
  const rest = others.reduce(
    (all, part) => ({ ...all, units: all.units + part.units, count: all.count + part.count }),
    { name: NO_MERCHANT, units: 0n, count: 0 },
  )
  return [...kept, rest]
}

/** Adds the days without spending, in order. */
function fillDays(parts: readonly Part[], { from, to }: Span): Part[] {
  if (to - from + 1 > DAYS_FILLED_MAX) return parts.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const known = new Map(parts.map((part) => [part.name, part]))
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const name = writeDay(from + index)
    return known.get(name) ?? { name, units: 0n, count: 0 }
  })
}

const toRecord = (parts: readonly Part[], asset: Asset) =>
  Object.fromEntries(
    parts.map(({ name, units, count }) => [name, { total: writer(asset)(units), count }]),
  )

type Direction = 'increasing' | 'decreasing' | 'stable'
const NOTABLE_PERCENT = 5n

/**
 * Compares spending per day in the two halves of the period; an odd day belongs to the second half. Without spending in
 * the first half there is no percentage.
 */
function toTrends(parts: readonly Part[], { from, to }: Span, asset: Asset) {
  const days = to - from + 1
  const half = Math.floor(days / 2)
  const isFirst = ({ name }: Part) => half > 0 && readDay(name)! < from + half
  const sum = (list: readonly Part[]) => list.reduce((all, { units }) => all + units, 0n)
  const second = sum(parts.filter((part) => !isFirst(part)))
  const secondDays = BigInt(days - half)
  // A period of a single day counts as both halves.
  const [first, firstDays] = half === 0 ? [second, 1n] : [sum(parts.filter(isFirst)), BigInt(half)]
  const average = (units: bigint, over: bigint) =>
    writer(asset)(multiplyDivide(units, 1n, over, 'half-even'))
  const [base, change] = [first * secondDays, second * firstDays - first * secondDays]
  return {
    direction: directionOf(base, change),
    change_percent:
      base === 0n ? (second === 0n ? 0 : null) : toJsonDecimal(percentOf(change, base)),
    first_half_avg: average(first, firstDays),
    second_half_avg: average(second, secondDays),
  }
}

function directionOf(base: bigint, change: bigint): Direction {
  if (change * 100n > base * NOTABLE_PERCENT) return 'increasing'
  return change * 100n < -base * NOTABLE_PERCENT ? 'decreasing' : 'stable'
}

/** With two decimals, rounded half to even. */
const percentOf = (part: bigint, whole: bigint): string =>
  formatDecimal({
    units: multiplyDivide(part, 10_000n, whole, 'half-even'),
    asset: { code: '%', precision: 2 },
  })

function findLargest(categories: readonly Part[], spent: bigint) {
  const largestCategory = spent === 0n ? undefined : categories[0]
  return {
    largestCategory,
    largestShare: largestCategory ? percentOf(largestCategory.units, spent) : '0',
  }
}

/** Compares both periods in the same currency, whatever assets each had. */
function compare({ parts, before, days }: Found, assets: AssetCatalogue) {
  if (!before) return undefined
  const spentNow = parts.totals.filter(({ kind, side }) => kind === 'counted' && side === 'from')
  const codes = new Set([...spentNow, ...before].map(({ asset }) => asset))
  const valuation = chooseValuation(codes, undefined, assets)
  const [then, now] = [valueOf(before, valuation), valueOf(spentNow, valuation)]
  return {
    days,
    asset: valuation.asset,
    spent: valuation.toUnits(then),
    now: valuation.toUnits(now),
    change: then === 0n ? undefined : percentOf(now - then, then),
  }
}
