// Records the calls of users and their keys without slowing them: calls are buffered in memory and written in batches.
// Calls above a rate per user are dropped; their number is stored with the user's next recorded call.
import type { Clock } from '../../../kernel/clock.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { FinishedCall } from '../../../operation/finished-call.ts'
import type { Db } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { Allowance } from './allowance.ts'
import { type BodyKeeper, type KeptBodies, OF_USER } from './body-keeper.ts'
import { insertBodies, insertCalls, type NewCall } from './store.ts'

/** Recorded calls per user: a burst, then this many per second. */
const CALLS_OF_USER = { burst: 100, perSecond: 5 }
/** Bound the memory when the database does not answer, and when very many users call. */
const GATHERED_MAX = 10_000
const USERS_MAX = 50_000
const USER_AGENT_LENGTH_MAX = 200

/** A page that shows the log reads it again and again; those calls would fill it. */
const OWN_OPERATIONS = /^request\./

interface OfUser {
  readonly calls: Allowance
  readonly bodies: Allowance
  omitted: number
}

interface Gathered {
  readonly call: NewCall
  readonly bodies: KeptBodies | undefined
}

export interface RecorderOptions {
  readonly db: Db
  readonly clock: Clock
  readonly sealer: Sealer
  readonly keeper: Pick<BodyKeeper, 'keep'>
}

export class Recorder {
  private readonly options: RecorderOptions
  private gathered: Gathered[] = []
  private readonly users = new Map<string, OfUser>()
  private writing: Promise<void> = Promise.resolve()

  constructor(options: RecorderOptions) {
    this.options = options
  }

  record(finished: FinishedCall): void {
    const { caller } = finished
    const user_uuid = caller.user ?? caller.credential?.user
    if (user_uuid === undefined || OWN_OPERATIONS.test(finished.operation)) return
    const now = this.options.clock.now()
    const nowMs = now.getTime()
    const user = this.usageOf(`${caller.environment} ${user_uuid}`, nowMs)
    if (!user.calls.has(1, nowMs) || this.gathered.length >= GATHERED_MAX) {
      user.omitted++
      return
    }
    user.calls.take(1)
    const { omitted } = user
    const call = { ...describe(finished), user_uuid, omitted, id: uuidv7(now), created_at: now }
    this.gathered.push({ call, bodies: this.options.keeper.keep(finished, user.bodies, nowMs) })
    user.omitted = 0
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
    const { db, sealer } = this.options
    try {
      // The calls come last, so that an entry that is shown has its bodies.
      await insertBodies(
        db,
        rows.flatMap(({ call: { id }, bodies }) =>
          bodies ? { id, content: sealer.seal(JSON.stringify(bodies)) } : [],
        ),
      )
      await insertCalls(
        db,
        rows.map(({ call }) => call),
      )
    } catch (error) {
      this.gathered = [...rows, ...this.gathered].slice(-GATHERED_MAX)
      throw error
    }
  }

  private usageOf(name: string, nowMs: number): OfUser {
    const known = this.users.get(name)
    if (known) return known
    if (this.users.size >= USERS_MAX) this.users.clear()
    const begun = {
      calls: new Allowance(CALLS_OF_USER, nowMs),
      bodies: new Allowance(OF_USER, nowMs),
      omitted: 0,
    }
    this.users.set(name, begun)
    return begun
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
