// Holds that outlived their time: what is left of them becomes available again.
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { uuidv7 } from '../../kernel/uuid.ts'
import type { Caller, Environment } from '../../operation/caller.ts'
import { AppError } from '../../operation/error.ts'
import type { Tell } from '../../operation/operation.ts'
import type { Draft, Plan } from '../../operation/posting.ts'
import { notifyNodes, type Told } from '../../operation/store.ts'
import { type Db, retrying } from '../../platform/database.ts'
import type { JobDef } from '../../platform/jobs.ts'
import type { Hold } from './core.ts'
import { HoldExpired } from './events.ts'
import { post, statementsOf } from './post.ts'
import { claimExpiredHolds } from './store.ts'

export interface ExpiryOptions {
  readonly clock: Clock
  readonly log: Logger
  readonly hear: Tell
}

const BATCH_MAX = 500
const environments: readonly Environment[] = ['live', 'sandbox']
const noScopes: ReadonlySet<string> = new Set()

export const expireHolds = (options: ExpiryOptions): JobDef => ({
  name: 'ledger.expire_holds',
  cron: '* * * * *',
  retries: 0,
  async run(_payload, db) {
    for (;;) {
      const { claimed, expired } = await retrying(() => expireBatch(db, options))
      // Those that could not be expired would only be claimed again.
      if (claimed < BATCH_MAX || expired === 0) return
    }
  },
})

async function expireBatch(db: Db, { clock, log, hear }: ExpiryOptions) {
  const told: Told[] = []
  const now = clock.now()
  const outcome = await db.transaction().execute(async (tx) => {
    const holds = await claimExpiredHolds(statementsOf(tx), now, BATCH_MAX)
    let expired = 0
    for (const environment of environments) {
      const due = holds.filter((hold) => hold.environment === environment)
      if (due.length === 0) continue
      const ctx = {
        tx,
        now,
        caller: bankItself(environment),
        operation: 'ledger.expire_holds',
        requestId: uuidv7(now),
        tell: (topic: string, key: string) => void told.push({ topic, key }),
      }
      expired += await post(ctx, planExpiry(due, log))
    }
    await notifyNodes(tx, told)
    return { claimed: holds.length, expired }
  })
  for (const { topic, key } of told) hear(topic, key)
  return outcome
}

const planExpiry = (due: readonly Hold[], log: Logger): Plan<number> => ({
  books: due.map((hold) => ({ account: hold.account_id, asset: hold.asset })),
  holds: due.map((hold) => hold.id),
  decide: (ledger) => due.filter((hold) => expire(ledger, hold, log)).length,
})

/** One that cannot be expired, because its account is closed off, keeps no other from it. */
function expire(ledger: Draft, { id }: Hold, log: Logger): boolean {
  try {
    ledger.attempt(() => {
      const expiry = new Date(ledger.hold(id)!.expires_at!).toISOString()
      const hold = ledger.release(id, `The reservation expired at ${expiry}.`, 'expired')
      ledger.emit(
        HoldExpired,
        {
          hold_uuid: hold.id,
          account_uuid: hold.account_id,
          purpose: hold.purpose,
          asset_code: hold.asset,
          units: String(hold.units - hold.captured),
          expired_at: expiry,
        },
        { account_uuid: hold.account_id, user_uuid: hold.actor.user_uuid ?? undefined },
      )
    })
    return true
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn({ err: error, hold: id }, 'a reservation cannot expire')
    return false
  }
}

const bankItself = (environment: Environment): Caller => ({
  scopes: noScopes,
  environment,
  address: 'internal',
})
