// The performance of a basket over a period, from its stored values. Values are exact; statistics
// (volatility, the Sharpe ratio, the annualized return) are floating-point numbers by nature.
import { DAY_MS } from '../../../kernel/durations.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Db } from '../../../platform/database.ts'
import { changeOf, showValue } from './number-format.ts'
import { type PricedComponent, readUnits, exactValueOf } from './components.ts'
import { readRate } from '../../core/assets/index.ts'
import * as store from './store.ts'
import type { BasketRow, ValueRow } from './store.ts'
import { readValue } from './valuer.ts'

/** The lengths of the periods in days, under both spellings; all_time begins with the first value. */
export const periodDays = {
  '1d': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '1y': 365,
  hour: 1 / 24,
  day: 1,
  week: 7,
  month: 30,
  quarter: 90,
  year: 365,
  all_time: Number.POSITIVE_INFINITY,
} as const
export type Period = keyof typeof periodDays
export const periods = Object.keys(periodDays) as Period[]

/** The values of a period, beginning with the value that was valid at its start. */
export async function readPeriod(
  tx: Db,
  basket: BasketRow,
  period: Period,
  end: Date,
): Promise<ValueRow[]> {
  const days = periodDays[period]
  const start = new Date(Number.isFinite(days) ? end.getTime() - days * DAY_MS : 0)
  const [before, rows] = await Promise.all([
    store.listLastValues(tx, basket.code, start, 1),
    store.listValues(tx, basket.code, start, end),
  ])
  const isCovered = rows[0] && Date.parse(rows[0].calculated_at) === start.getTime()
  return isCovered ? rows : [...before, ...rows]
}

export async function measure(tx: Db, basket: BasketRow, period: Period, now: Date) {
  const rows = await readPeriod(tx, basket, period, now)
  if (rows.length === 0)
    throw Invalid({
      errors: {
        period: [`${basket.code} has no values in the period ${period}; choose a longer one.`],
      },
    })
  return toPerformance(rows, period, now)
}

function toPerformance(rows: readonly ValueRow[], period: Period, end: Date) {
  const values = rows.map(({ value }) => readValue(value))
  const [first, last] = [values[0]!, values.at(-1)!]
  const mean = values.reduce((sum, value) => sum + value, 0n) / BigInt(values.length)
  const return_percentage = changeOf(first, last)!
  const volatility = volatilityOf(rows)
  const days = (end.getTime() - Date.parse(rows[0]!.calculated_at)) / DAY_MS
  const annualized = annualize(Number(last) / Number(first), days)
  return {
    period_type: period,
    period_start: rows[0]!.calculated_at,
    period_end: end.toISOString(),
    start_value: showValue(first, 8),
    end_value: showValue(last, 8),
    high_value: showValue(
      values.reduce((a, b) => (b > a ? b : a)),
      8,
    ),
    low_value: showValue(
      values.reduce((a, b) => (b < a ? b : a)),
      8,
    ),
    average_value: showValue(mean, 8),
    return_value: showValue(last - first, 8),
    return_percentage,
    volatility,
    sharpe_ratio: volatility === 0 ? null : round(annualized / volatility),
    max_drawdown: drawdownOf(values),
    performance_rating: rate(return_percentage, performanceRatings),
    risk_rating: rate(volatility, riskRatings),
    annualized_return: annualized,
    value_count: rows.length,
    components: compareParts(rows[0]!, rows.at(-1)!),
  }
}

const round = (value: number): number => Math.round(value * 100) / 100

const DAYS_A_YEAR = 365

/** Percent a year; less than a day is not extrapolated to a year. */
const annualize = (growth: number, days: number): number =>
  days < 1 ? round((growth - 1) * 100) : round((growth ** (DAYS_A_YEAR / days) - 1) * 100)

/** The standard deviation of changes from one value to the next, in percent a year. */
function volatilityOf(rows: readonly ValueRow[]): number {
  const changes = rows.slice(1).map((row, index) => {
    const before = rows[index]!
    const days = (Date.parse(row.calculated_at) - Date.parse(before.calculated_at)) / DAY_MS
    const growth = Number(readValue(row.value)) / Number(readValue(before.value)) - 1
    return growth / Math.sqrt(days)
  })
  if (changes.length < 2) return 0
  const mean = changes.reduce((a, b) => a + b, 0) / changes.length
  const squares = changes.reduce((sum, change) => sum + (change - mean) ** 2, 0)
  return round(Math.sqrt((squares / (changes.length - 1)) * DAYS_A_YEAR) * 100)
}

/** The maximum drawdown: the deepest fall from an earlier high, in percent, not negative. */
function drawdownOf(values: readonly bigint[]): number {
  let high = values[0]!
  let deepest = 0
  for (const value of values) {
    if (value > high) high = value
    deepest = Math.max(deepest, -changeOf(high, value)!)
  }
  return deepest
}

type Rating = readonly [least: number, name: string]

const performanceRatings: readonly Rating[] = [
  [10, 'excellent'],
  [5, 'good'],
  [0, 'neutral'],
  [-5, 'poor'],
  [Number.NEGATIVE_INFINITY, 'very_poor'],
]

const riskRatings: readonly Rating[] = [
  [30, 'very_high'],
  [20, 'high'],
  [10, 'moderate'],
  [5, 'low'],
  [Number.NEGATIVE_INFINITY, 'very_low'],
]

const rate = (value: number, ratings: readonly Rating[]): string =>
  ratings.find(([least]) => value >= least)![1]

/** The return of each part that was in the basket at both ends, and its contribution, best first. */
function compareParts(first: ValueRow, last: ValueRow) {
  const start = readValue(first.value)
  const before = new Map(first.parts.map((part) => [part.asset_code, part]))
  return last.parts
    .flatMap((part) => {
      const then = before.get(part.asset_code)
      if (!then) return []
      const change = exactValueOf(readPart(part)) - exactValueOf(readPart(then))
      return {
        asset_code: part.asset_code,
        start_price_usd: showValue(readRate(then.price_usd) / 10n ** 10n, 8),
        end_price_usd: showValue(readRate(part.price_usd) / 10n ** 10n, 8),
        return_percentage: changeOf(readRate(then.price_usd), readRate(part.price_usd))!,
        /** Percentage points of the basket's return. */
        contribution_percentage: changeOf(start * WORTH_TO_VALUE, start * WORTH_TO_VALUE + change)!,
      }
    })
    .toSorted((a, b) => b.return_percentage - a.return_percentage)
}

/** Converts a value (times 10^8) to the scale of `worthOf` (times 10^30). */
const WORTH_TO_VALUE = 10n ** 22n

const readPart = (part: ValueRow['parts'][number]): Pick<PricedComponent, 'units' | 'price'> => ({
  units: readUnits(part.units),
  price: readRate(part.price_usd),
})
