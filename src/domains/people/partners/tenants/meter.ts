// Counts the calls of each tenant's customers in the month without slowing them: counts gather in memory and are written
// in batches. Each node knows the calls of the others as of its last read, so a minute's calls may exceed a plan.
import type { Clock } from '../../../../kernel/clock.ts'
import type { FinishedCall } from '../../../../operation/finished-call.ts'
import type { Db } from '../../../../platform/database.ts'
import { addTenantCalls } from './store.ts'
import { monthOf } from '../usage/counter.ts'

export class TenantMeter {
  private readonly db: Db
  private readonly clock: Clock
  /** Calls that are not written yet, by "tenant month". */
  private gathered = new Map<string, number>()
  /** Calls on this node since it last read the total of all nodes, by tenant. */
  private since = new Map<string, number>()
  private writing: Promise<void> = Promise.resolve()

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  /** A call that was rejected by a rate limit (429), or that failed by a fault of the bank (5xx), does not count. */
  count({
    caller: { tenant, environment },
    status,
  }: Pick<FinishedCall, 'caller' | 'status'>): void {
    if (tenant === undefined || environment !== 'live' || status === 429 || status >= 500) return
    const name = `${tenant} ${monthOf(this.clock.now()).first}`
    this.gathered.set(name, (this.gathered.get(name) ?? 0) + 1)
    this.since.set(tenant, (this.since.get(tenant) ?? 0) + 1)
  }

  callsSince(tenant: string): number {
    return this.since.get(tenant) ?? 0
  }

  /** Called when the totals of all nodes are read again. */
  beginAnew(): void {
    this.since = new Map()
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
    const rows = [...gathered].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(toRow)
    try {
      await addTenantCalls(this.db, rows)
    } catch (error) {
      for (const [name, calls] of gathered)
        this.gathered.set(name, (this.gathered.get(name) ?? 0) + calls)
      throw error
    }
  }
}

function toRow([name, calls]: [string, number]) {
  const [tenant_uuid, month] = name.split(' ') as [string, string]
  return { tenant_uuid, month, calls }
}
