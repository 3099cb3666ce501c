// Records the calls of users and their keys without slowing them: calls are buffered in memory and written in batches.
// Calls above a rate per user are dropped; their number is stored with the user's next recorded call.
import type { Clock } from '../../../kernel/clock.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { FinishedCall } from '../../../operation/finished-call.ts'
import type { Db } from '../../../platform/database.ts'
import { LOG_OPERATION } from './operations.ts'
import { insertCalls, type NewCall } from './store.ts'

/** Recorded calls per user: a burst, then this many per second. */
const BURST = 100
const PER_SECOND = 5
/** Bound the memory when the database does not answer, and when very many users call. */
const GATHERED_MAX = 10_000
const USERS_MAX = 50_000
const USER_AGENT_LENGTH_MAX = 200

interface Allowance {
  left: number
  atMs: number
  omitted: number
}

export class Recorder {
  private readonly db: Db
  private readonly clock: Clock
  private gathered: NewCall[] = []
  private readonly allowances = new Map<string, Allowance>()
  private writing: Promise<void> = Promise.resolve()

  constructor({ db, clock }: { readonly db: Db; readonly clock: Clock }) {
    this.db = db
    this.clock = clock
  }

  record(finished: FinishedCall): void {
    const { caller } = finished
    const user_uuid = caller.user ?? caller.credential?.user
    // A page that shows the log polls it; those calls would fill it.
    if (user_uuid === undefined || finished.operation === LOG_OPERATION) return
    const now = this.clock.now()
    const allowance = this.allowanceOf(`${caller.environment} ${user_uuid}`, now.getTime())
    if (allowance.left < 1 || this.gathered.length >= GATHERED_MAX) {
      allowance.omitted++
      return
    }
    allowance.left--
    this.gathered.push({
      ...describe(finished),
      user_uuid,
      omitted: allowance.omitted,
      id: uuidv7(now),
      created_at: now,
    })
    allowance.omitted = 0
  }

  /** One write at a time, so that the last flush waits for the earlier ones. */
  flush(): Promise<void> {
    const next = this.writing.then(() => this.write())
    this.writing = next.catch(() => undefined)
    return next
  }

  private async write(): Promise<void> {
    const rows = this.gathered
    if (rows.length === 0) return
    this.gathered = []
    try {
      await insertCalls(this.db, rows)
    } catch (error) {
      this.gathered = [...rows, ...this.gathered].slice(-GATHERED_MAX)
      throw error
    }
  }

  private allowanceOf(name: string, nowMs: number): Allowance {
    const known = this.allowances.get(name)
    if (!known) {
      if (this.allowances.size >= USERS_MAX) this.allowances.clear()
      const begun = { left: BURST, atMs: nowMs, omitted: 0 }
      this.allowances.set(name, begun)
      return begun
    }
    const earned = (Math.max(0, nowMs - known.atMs) / 1000) * PER_SECOND
    known.left = Math.min(BURST, known.left + earned)
    known.atMs = nowMs
    return known
  }
}

const describe = ({ caller, ...finished }: FinishedCall) => ({
  environment: caller.environment,
  credential_id: caller.credential?.id ?? null,
  credential_kind: caller.credential?.kind ?? null,
  request_id: finished.requestId,
  operation: finished.operation,
  method: finished.method,
  path: finished.path,
  status: finished.status,
  error_code: finished.errorCode ?? null,
  duration_ms: Math.round(finished.durationMs * 100) / 100,
  user_agent: finished.userAgent?.slice(0, USER_AGENT_LENGTH_MAX) ?? null,
  address: caller.address,
})
