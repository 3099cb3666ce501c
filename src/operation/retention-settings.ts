// Periods of retention that operators set, such as RETENTION="notifications.notices=30d, a2a.tasks=90d". A wrong one stops
// the start with one sentence.
import { distance } from 'fastest-levenshtein'
import { DAY_SECONDS, HOUR_SECONDS } from '../kernel/durations.ts'
import { StartError } from '../platform/start-error.ts'
import type { Retention } from './retention.ts'

const SECONDS_MAX = 30 * 366 * DAY_SECONDS

/** The name of a kind: its table, and where a table has several, the column, too. */
export const kindOf = (
  { table, column }: Pick<Retention, 'table' | 'column'>,
  all: readonly Retention[],
): string => (all.filter((one) => one.table === table).length > 1 ? `${table}.${column}` : table)

/** The shortest period that a setting may give it; undefined if no setting changes it. */
export const leastSecondsOf = ({ seconds, leastSeconds, fixed }: Retention): number | undefined =>
  seconds === 0 || fixed !== undefined
    ? undefined
    : (leastSeconds ?? Math.min(seconds, DAY_SECONDS))

/** The declared periods, with those that the setting gives. */
export function applyRetention(all: readonly Retention[], text: string): Retention[] {
  const given = new Map<string, number>()
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const { kind, seconds } = readPart(part)
    if (given.has(kind)) throw new StartError(`RETENTION sets ${kind} twice.`)
    checkPeriod(kind, seconds, all)
    given.set(kind, seconds)
  }
  return all.map((one) => ({ ...one, seconds: given.get(kindOf(one, all)) ?? one.seconds }))
}

function readPart(part: string): { readonly kind: string; readonly seconds: number } {
  const [, kind, count, unit] = /^([a-z0-9_.]+)\s*=\s*(\d{1,6})(d|h)$/.exec(part) ?? []
  if (kind === undefined)
    throw new StartError(
      `RETENTION must be like "notifications.notices=30d, a2a.tasks=2160h", but has "${part}".`,
    )
  return { kind, seconds: Number(count) * (unit === 'd' ? DAY_SECONDS : HOUR_SECONDS) }
}

function checkPeriod(kind: string, seconds: number, all: readonly Retention[]): void {
  const found = all.find((one) => kindOf(one, all) === kind)
  if (!found)
    throw new StartError(
      `RETENTION sets ${kind}, which is no kind of data that grows old${hintFor(kind, all)}`,
    )
  const least = leastSecondsOf(found)
  if (least === undefined)
    throw new StartError(
      `RETENTION cannot set ${kind}: ${found.fixed ?? 'its rows say themselves when they expire.'}`,
    )
  if (seconds < least)
    throw new StartError(
      `RETENTION must keep ${kind} for at least ${describePeriod(least)}. ${found.reason}`,
    )
  if (seconds > SECONDS_MAX)
    throw new StartError(`RETENTION must keep ${kind} for at most ${describePeriod(SECONDS_MAX)}.`)
}

/** Longer names may have more slips. */
function hintFor(kind: string, all: readonly Retention[]): string {
  const near = all
    .map((one) => kindOf(one, all))
    .map((name) => ({ name, slips: distance(name, kind) }))
    .toSorted((a, b) => a.slips - b.slips)[0]
  return near && near.slips <= Math.max(2, kind.length / 3)
    ? `; did you mean ${near.name}?`
    : '; docs/reference/retention.md lists them.'
}

export function describePeriod(seconds: number): string {
  const [count, unit] =
    seconds % DAY_SECONDS === 0 ? [seconds / DAY_SECONDS, 'day'] : [seconds / HOUR_SECONDS, 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
