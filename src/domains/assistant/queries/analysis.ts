// spending.analysis: what was spent in a period, on what, when and with whom, and what stands out.
// Money that goes between accounts that are both asked about, or from one asset into another, is neither
// spent nor earned, unless it is asked for by its category.
import { type Asset, formatDecimal, multiplyDivide, toJsonDecimal } from '../../../kernel/money.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { NO_MERCHANT } from './categories.ts'
import { type Day, dayOf, endOf, readDay, type Span, startOf, writeDay } from './days.ts'
import { describeSpending, sayPeriod } from './describe.ts'
import {
  type Asking,
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
  type Kind,
  type Search,
  type Sum,
  sumSpent,
} from './store.ts'
import { chooseYardstick, splitUnits, type Yardstick } from './yardstick.ts'

/** Longer periods show only the days on which something was spent. */
const DAYS_FILLED_MAX = 366
/** What is spent on still more things is put together. */
const CATEGORIES_MAX = 50
const MERCHANTS_MAX = 5

export async function analyseSpending(input: QuestionInput, ctx: Asking, assets: AssetCatalogue) {
  const asked = await readQuestion(input, ctx, assets)
  // Both directions are shown, so that none is chosen.
  const { direction: _direction, ...filters } = asked.filters
  const question: Question = { ...asked, filters, search: { ...asked.search, side: undefined } }
  const today = dayOf(ctx.now)
  const found = await ctx.tx
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => readFacts(tx, question, today, assets))
  return toAnalysis(question, found, today, assets)
}

interface Found {
  readonly parts: Breakdown
  readonly yardstick: Yardstick
  readonly payment: Payment | undefined
  readonly period: Span
  /** The days of the period that have come. */
  readonly days: number
  /** In as many days before; unknown when the period has no beginning, or none after 1970. */
  readonly before: readonly Sum[] | undefined
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
  const yardstick = chooseYardstick(codes, filters.asset_code, assets)
  const spent: Search = { ...search, side: 'from' }
  const payment = await findLargestPayment(tx, spent, parts, yardstick, assets)
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
  return { parts, yardstick, payment, period, days, before }
}

/** Its day is known from the sums, so it is looked for there; of equals it is the newest. */
async function findLargestPayment(
  tx: Db,
  search: Search,
  { days }: Breakdown,
  { weigh }: Yardstick,
  assets: AssetCatalogue,
): Promise<Payment | undefined> {
  const [largest] = days.toSorted(
    (a, b) =>
      compareBigints(weigh(b.asset, b.largest), weigh(a.asset, a.largest)) ||
      (a.name < b.name ? 1 : -1),
  )
  if (!largest) return undefined
  const { name: day, largest: units } = largest
  const asset = assets.get(largest.asset)
  const amount = formatDecimal({ units, asset })
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

/** What has no beginning begins with the first transaction; what has no end ends today. */
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

/** Days that have not come yet say nothing about how spending goes. */
const lastDayOf = (period: Span, today: Day): Day =>
  period.from > today ? period.to : Math.min(period.to, today)

function toAnalysis(question: Question, found: Found, today: Day, assets: AssetCatalogue) {
  const { parts, period, yardstick } = found
  const { asset } = yardstick
  const write = writer(asset)
  const of = (kind: Kind, side: 'from' | 'to') =>
    parts.totals.filter((sum) => sum.kind === kind && sum.side === side)
  const spent = toTotal(of('counted', 'from'), yardstick)
  const categories = keepLargest(split(parts.categories, spent.units, yardstick))
  const merchants = split(parts.merchants, spent.units, yardstick).slice(0, MERCHANTS_MAX)
  const ownTransfers = toTotal(of('own', 'from'), yardstick)
  const exchanges = toTotal(of('exchange', 'from'), yardstick)
  const days = fillDays(split(parts.days, spent.units, yardstick), {
    from: period.from,
    to: lastDayOf(period, today),
  })
  return {
    period: { from: writeDay(period.from), to: writeDay(period.to) },
    currency: asset.code,
    total_spent: write(spent.units),
    total_earned: write(toTotal(of('counted', 'to'), yardstick).units),
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
      unconverted: yardstick.unconverted,
      spent: spent.units,
      period: sayPeriod({ date_from: writeDay(period.from), date_to: writeDay(period.to) }),
      before: compare(found, assets),
      ownTransfers: ownTransfers.count,
      exchanges: exchanges.count,
    }),
    not_counted: {
      own_transfers: { total: write(ownTransfers.units), count: ownTransfers.count },
      exchanges: { total: write(exchanges.units), count: exchanges.count },
    },
    unconverted: yardstick.unconverted,
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

const weightOf = (sums: readonly Sum[], { weigh }: Yardstick): bigint =>
  sums.reduce((all, { asset, units }) => all + weigh(asset, units), 0n)

const toTotal = (sums: readonly Sum[], yardstick: Yardstick) => ({
  units: yardstick.toUnits(weightOf(sums, yardstick)),
  count: sums.reduce((all, { count }) => all + count, 0),
})

/** What makes up a total, the largest first; together it is exactly the total. */
function split(sums: readonly Group[], total: bigint, yardstick: Yardstick): Part[] {
  const groups = [...Map.groupBy(sums, ({ name }) => name)]
    .map(([name, own]) => ({
      name,
      weight: weightOf(own, yardstick),
      count: own.reduce((all, { count }) => all + count, 0),
    }))
    .toSorted((a, b) => compareBigints(b.weight, a.weight) || (a.name < b.name ? -1 : 1))
  const units = splitUnits(
    total,
    groups.map(({ weight }) => weight),
    yardstick,
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

/** Every day of the period in its order. */
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
 * What was spent a day in the first half of the period and in the second, which has the odd day. Without
 * anything in the first half there is nothing to compare with.
 */
function toTrends(parts: readonly Part[], { from, to }: Span, asset: Asset) {
  const days = to - from + 1
  const half = Math.floor(days / 2)
  const isFirst = ({ name }: Part) => half > 0 && readDay(name)! < from + half
  const sum = (list: readonly Part[]) => list.reduce((all, { units }) => all + units, 0n)
  const second = sum(parts.filter((part) => !isFirst(part)))
  const secondDays = BigInt(days - half)
  // A single day is both halves of itself.
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

/** Two places, rounded half to even. */
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

/** Both times measured alike, whichever assets they had. */
function compare({ parts, before, days }: Found, assets: AssetCatalogue) {
  if (!before) return undefined
  const spentNow = parts.totals.filter(({ kind, side }) => kind === 'counted' && side === 'from')
  const codes = new Set([...spentNow, ...before].map(({ asset }) => asset))
  const yardstick = chooseYardstick(codes, undefined, assets)
  const [then, now] = [weightOf(before, yardstick), weightOf(spentNow, yardstick)]
  return {
    days,
    asset: yardstick.asset,
    spent: yardstick.toUnits(then),
    now: yardstick.toUnits(now),
    change: then === 0n ? undefined : percentOf(now - then, then),
  }
}
