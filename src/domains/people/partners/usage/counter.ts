// Counts the calls of partners without slowing them: counts gather in memory and are written in batches. Overage is
// billed by them, so a failed write is retried with the next one, and the last one is made when the process stops.
// Only a crash loses the calls of its last second, in favour of the partner.
import type { Clock } from '../../../../kernel/clock.ts'
import { dayOf } from '../../../../kernel/days.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { FinishedCall } from '../../../../operation/finished-call.ts'
import type { Db } from '../../../../platform/database.ts'
import * as store from './store.ts'

interface Counts {
  calls: number
  failed: number
  billable: number
  sdk_downloads: number
}

export class UsageCounter {
  private gathered = new Map<string, Counts>()
  private writing: Promise<void> = Promise.resolve()
  private readonly db: Db
  private readonly clock: Clock

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  /** A call that was rejected by a rate limit (429), or that failed by a fault of the bank (5xx), is not billed. */
  countCall({ caller, status }: Pick<FinishedCall, 'caller' | 'status'>): void {
    const { partner, environment } = caller
    if (partner === undefined) return
    this.add(partner, environment, {
      calls: 1,
      failed: status >= 400 ? 1 : 0,
      billable: status === 429 || status >= 500 ? 0 : 1,
      sdk_downloads: 0,
    })
  }

  countDownload(partner: string, environment: Environment): void {
    this.add(partner, environment, { calls: 0, failed: 0, billable: 0, sdk_downloads: 1 })
  }

  private add(partner: string, environment: Environment, more: Counts): void {
    const day = dayOf(this.clock.now())
    this.merge(`${partner} ${environment} ${day}`, more)
  }

  private merge(name: string, more: Counts): void {
    const sum = this.gathered.get(name)
    if (!sum) return void this.gathered.set(name, { ...more })
    sum.calls += more.calls
    sum.failed += more.failed
    sum.billable += more.billable
    sum.sdk_downloads += more.sdk_downloads
  }

  /** One write at a time, so that the last one waits for those before it. */
  flush(): Promise<void> {
    const next = this.writing.then(() => this.write())
    this.writing = next.catch(() => undefined)
    return next
  }

  private async write(): Promise<void> {
    if (this.gathered.size === 0) return
    const { gathered } = this
    this.gathered = new Map()
    const deltas = [...gathered].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(toDelta)
    try {
      await store.addUsage(this.db, deltas)
    } catch (error) {
      for (const [name, counts] of gathered) this.merge(name, counts)
      throw error
    }
  }
}

function toDelta([name, counts]: [string, Counts]): store.UsageDelta {
  const [partner_uuid, environment, day] = name.split(' ') as [string, Environment, string]
  return { partner_uuid, environment, day, ...counts }
}

/** The month (UTC) that an instant is in. */
export function monthOf(now: Date): store.Days {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  return {
    first: dayOf(new Date(Date.UTC(year, month, 1))),
    last: dayOf(new Date(Date.UTC(year, month + 1, 0))),
  }
}
