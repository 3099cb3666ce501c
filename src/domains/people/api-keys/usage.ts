// Records the usage of keys without slowing the request: counts gather in memory and are written in batches.
// These are statistics only; a crash loses those of the last second.
import type { Clock } from '../../../kernel/clock.ts'
import { dayOf } from '../../../kernel/days.ts'
import type { FinishedCall } from '../../../operation/finished-call.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Db } from '../../../platform/database.ts'
import * as store from './store.ts'

export const REQUESTS_KEPT = 20

export interface KeyUse {
  readonly key_uuid: string
  readonly method: string
  readonly path: string
  readonly ip_address: string
  readonly user_agent: string | undefined
  readonly response_code: number
  readonly response_time_ms: number
  readonly at: Date
}

interface Gathered {
  requests: number
  errors: number
  duration_ms_total: number
  newest: KeyUse[]
}

export class UsageRecorder {
  private gathered = new Map<string, Gathered>()

  record(use: KeyUse): void {
    const name = `${use.key_uuid} ${dayOf(use.at)}`
    let sum = this.gathered.get(name)
    if (!sum)
      this.gathered.set(name, (sum = { requests: 0, errors: 0, duration_ms_total: 0, newest: [] }))
    sum.requests++
    if (use.response_code >= 400) sum.errors++
    sum.duration_ms_total += use.response_time_ms
    sum.newest.push(use)
    // The list grows to twice its length before it is cut, so that it is copied once per twenty requests.
    if (sum.newest.length >= 2 * REQUESTS_KEPT) sum.newest = sum.newest.slice(-REQUESTS_KEPT)
  }

  async flush(db: Db): Promise<void> {
    if (this.gathered.size === 0) return
    const { gathered } = this
    this.gathered = new Map()
    const deltas = [...gathered].map(([name, { newest, ...sum }]) => {
      const [key_uuid, day] = name.split(' ') as [string, string]
      const last = newest.at(-1)!
      return { key_uuid, day, ...sum, last_used_at: last.at, last_used_ip: last.ip_address }
    })
    // All nodes write in the same order, so that two that flush the same keys cannot deadlock.
    deltas.sort((a, b) => (a.key_uuid < b.key_uuid ? -1 : 1))
    const rows = [...gathered.values()].flatMap((sum) =>
      sum.newest.slice(-REQUESTS_KEPT).map(toRow),
    )
    await db.transaction().execute(async (tx) => {
      await store.addUsage(tx, deltas)
      await store.addRequests(tx, rows, REQUESTS_KEPT)
    })
  }
}

const toRow = ({ at, user_agent, ...use }: KeyUse): store.RequestRow => ({
  ...use,
  id: uuidv7(at),
  user_agent: user_agent?.slice(0, 255) ?? null,
  created_at: at,
})

/** Records every answered call that was made with a key. */
export const observeUsage =
  (usage: UsageRecorder, clock: Clock) =>
  (finished: FinishedCall): void => {
    const { credential, address } = finished.caller
    if (credential?.kind !== 'api_key') return
    usage.record({
      key_uuid: credential.id,
      method: finished.method,
      path: finished.path,
      ip_address: address,
      user_agent: finished.userAgent,
      response_code: finished.status,
      response_time_ms: finished.durationMs,
      at: clock.now(),
    })
  }
