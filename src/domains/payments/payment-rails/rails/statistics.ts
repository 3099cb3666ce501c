// Success rates and latencies of the rails in the last seven days, for routing. Latencies are counted in buckets that
// double in width, so that the statistics of a day have a fixed size.
import { dayOf } from '../../../../kernel/days.ts'
import { DAY_MS } from '../../../../kernel/durations.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import { isNetworkFault } from '../reasons.ts'
import type { Performance } from './routing.ts'
import type { RailId } from './catalogue.ts'
import type { Outcome } from '../schemes/scheme.ts'
import * as store from '../payments/store.ts'
import type { PaymentRow } from '../payments/store.ts'

const DAYS = 7
/** Statistics of fewer payments than this are not significant. */
const PAYMENTS_MIN = 20
/** The last bucket begins at 2^23 seconds, about three months. */
const SLOTS = 24
const PERCENTILE = 0.95

const slotOf = (ms: number): number =>
  Math.min(SLOTS, 1 + Math.ceil(Math.log2(Math.max(1, ms / 1000))))

const msOf = (slot: number): number => 2 ** (slot - 1) * 1000

/** Counts an answer of a real network; a failure that the sender caused is not counted. */
export async function countOutcome(
  tx: Db,
  row: PaymentRow,
  outcome: Outcome,
  now: Date,
): Promise<void> {
  const succeeded = outcome.status === 'completed'
  if (row.scheme === 'simulated' || row.twin !== null) return
  if (!succeeded && !isNetworkFault(outcome.code)) return
  const ms = now.getTime() - Date.parse(row.submitted_at ?? row.submit_at)
  await store.countDay(
    tx,
    { environment: row.environment, rail: row.rail, day: dayOf(now) },
    { succeeded, slot: slotOf(ms), slots: SLOTS },
  )
}

export async function readPerformance(
  tx: Db,
  environment: Environment,
  now: Date,
): Promise<Map<RailId, Performance>> {
  const since = dayOf(new Date(now.getTime() - (DAYS - 1) * DAY_MS))
  return summarize(await store.listDays(tx, { environment, since }))
}

export function summarize(days: readonly store.DayFigures[]): Map<RailId, Performance> {
  const totals = new Map<RailId, { succeeded: number; failed: number; latencies: number[] }>()
  for (const { rail, succeeded, failed, latencies } of days) {
    const total = totals.get(rail) ?? { succeeded: 0, failed: 0, latencies: Array(SLOTS).fill(0) }
    total.succeeded += succeeded
    total.failed += failed
    latencies.forEach((count, at) => (total.latencies[at]! += count))
    totals.set(rail, total)
  }
  const found = new Map<RailId, Performance>()
  for (const [rail, { succeeded, failed, latencies }] of totals)
    if (succeeded + failed >= PAYMENTS_MIN && succeeded > 0)
      found.set(rail, {
        success: succeeded / (succeeded + failed),
        p95_ms: percentile(latencies, succeeded),
      })
    else if (succeeded + failed >= PAYMENTS_MIN)
      found.set(rail, { success: 0, p95_ms: Number.MAX_SAFE_INTEGER })
  return found
}

/** The upper bound of the bucket that contains the percentile. */
function percentile(latencies: readonly number[], total: number): number {
  let seen = 0
  for (const [at, count] of latencies.entries()) {
    seen += count
    if (seen >= total * PERCENTILE) return msOf(at + 1)
  }
  return msOf(SLOTS)
}
