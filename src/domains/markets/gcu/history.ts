// The value history of the GCU over a period, in buckets of an hour, day, week (from Monday) or month,
// all in UTC. A bucket shows the mean of its values; a bucket without values shows the last value
// before it, which was valid throughout.
import { DAY_MS, HOUR_MS } from '../../../kernel/durations.ts'
import { multiplyDivide } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import {
  type BucketUnit,
  changeOf,
  findFirstTime,
  listBuckets,
  listLastValues,
  readValue,
  toNumber,
} from '../baskets/index.ts'

export const periods = ['24h', '7d', '30d', '90d', '1y', 'all'] as const
export type Period = (typeof periods)[number]
export const intervals = ['hourly', 'daily', 'weekly', 'monthly'] as const
export type Interval = (typeof intervals)[number]

const units: Record<Interval, BucketUnit> = {
  hourly: 'hour',
  daily: 'day',
  weekly: 'week',
  monthly: 'month',
}

const days: Record<Exclude<Period, 'all'>, number> = {
  '24h': 1,
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '1y': 365,
}

/** The most values shown; a longer history is cut to the newest. */
export const VALUES_MAX = 2_400

/** The fewest hours that a bucket can have. */
const shortest: Record<Interval, number> = { hourly: 1, daily: 24, weekly: 168, monthly: 672 }

/** The start of the bucket that contains an instant. */
export function bucketStart(time: Date, interval: Interval): Date {
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()]
  if (interval === 'hourly') return new Date(Date.UTC(year, month, day, time.getUTCHours()))
  if (interval === 'daily') return new Date(Date.UTC(year, month, day))
  if (interval === 'monthly') return new Date(Date.UTC(year, month))
  // Sunday is day 0 but the last day of its week.
  return new Date(Date.UTC(year, month, day - ((time.getUTCDay() + 6) % 7)))
}

/** The start of the next bucket. */
function nextBucket(start: Date, interval: Interval): Date {
  const next = new Date(start)
  if (interval === 'hourly') next.setUTCHours(next.getUTCHours() + 1)
  if (interval === 'daily') next.setUTCDate(next.getUTCDate() + 1)
  if (interval === 'weekly') next.setUTCDate(next.getUTCDate() + 7)
  if (interval === 'monthly') next.setUTCMonth(next.getUTCMonth() + 1)
  return next
}

interface Bucket {
  readonly start: Date
  /** Times 10^4. Rounded as shown, so that changes are computed from the values that the caller sees. */
  readonly value: bigint
}

export async function readValueHistory(
  { period, interval }: { readonly period: Period; readonly interval: Interval },
  { tx, now }: Context,
) {
  const buckets = await readBuckets(period, interval, tx, now)
  const [first, last] = [buckets[0], buckets.at(-1)]
  return {
    data: buckets.map(({ start, value }, index) => ({
      timestamp: start.toISOString(),
      value: toNumber(value, 4),
      value_usd: toNumber(value, 4),
      change: changeOf(buckets[index - 1]?.value, value) ?? 0,
    })),
    meta: {
      period,
      interval,
      start_value: first ? toNumber(first.value, 4) : null,
      end_value: last ? toNumber(last.value, 4) : null,
      total_change: first && last ? toNumber(last.value - first.value, 4) : null,
      total_change_percent: first && last ? changeOf(first.value, last.value) : null,
    },
  }
}

async function readBuckets(
  period: Period,
  interval: Interval,
  tx: Context['tx'],
  now: Date,
): Promise<Bucket[]> {
  const first = await findFirstTime(tx, 'GCU')
  if (first === undefined) return []
  const wanted = period === 'all' ? 0 : now.getTime() - days[period] * DAY_MS
  const longest = now.getTime() - (VALUES_MAX - 1) * shortest[interval] * HOUR_MS
  const start = new Date(Math.max(Date.parse(first), wanted, longest))
  const [before] = await listLastValues(tx, 'GCU', start, 1)
  const rows = await listBuckets(tx, 'GCU', units[interval], start, now)
  const stored = new Map(rows.map((row) => [Date.parse(row.start), row]))
  const buckets: Bucket[] = []
  let latest = before?.value
  for (let at = bucketStart(start, interval); at <= now; at = nextBucket(at, interval)) {
    const row = stored.get(at.getTime())
    const value = row?.mean ?? latest
    if (value !== undefined) buckets.push({ start: at, value: round(readValue(value)) })
    latest = row?.last ?? latest
  }
  return buckets
}

/** Rounds eight places to the four that are shown. */
const round = (value: bigint): bigint => multiplyDivide(value, 1n, 10n ** 4n, 'half-even')
