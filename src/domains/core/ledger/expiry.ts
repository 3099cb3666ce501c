// Releases expired holds: the part that was not captured becomes available again.
import type { Bank } from '../../../operation/bank.ts'
import { sweepDue } from '../../../operation/due-jobs.ts'
import { AppError } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Draft } from '../../../operation/posting.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import type { Hold } from './postings/core.ts'
import { HoldExpired } from './events.ts'
import { statementsOf } from '../../../platform/database.ts'
import { type PostContext, post } from './postings/service.ts'
import { claimExpiredHolds } from './store.ts'

interface Expired {
  /** The number of expired holds found in the caller's environment, up to the limit. */
  readonly due: number
  readonly released: number
}

const BATCH_MAX = 500

export const expiryJob = (bank: Pick<Bank, 'clock' | 'log' | 'invalidate'>): JobDef => {
  const name = 'ledger.expire_holds'
  const expireSome = async (ctx: Context): Promise<number> => {
    const { due, released } = await expireHolds(ctx, BATCH_MAX, (hold, error) =>
      bank.log.warn(
        { err: error, hold: hold.id },
        'an expired reservation could not be released; the next run tries again',
      ),
    )
    // Less than a full batch means that only holds which could not be released are left.
    return due < BATCH_MAX ? 0 : released
  }
  return {
    name,
    cron: '* * * * *',
    retries: 0,
    run: (_payload, db) => sweepDue(db, bank, name, expireSome),
  }
}

/** A hold that cannot be released, because of the state of its account, does not block the others. */
export async function expireHolds(
  ctx: PostContext,
  limit: number,
  onStuck: (hold: Hold, error: AppError) => void = () => {},
): Promise<Expired> {
  const { environment } = ctx.caller
  const holds = await claimExpiredHolds(statementsOf(ctx.tx), { environment, now: ctx.now, limit })
  if (holds.length === 0) return { due: 0, released: 0 }
  const released = await post(ctx, {
    books: holds.map((hold) => ({ account: hold.account_id, asset: hold.asset })),
    holds: holds.map((hold) => hold.id),
    decide: (ledger) =>
      holds.filter((hold) => {
        try {
          ledger.attempt(() => expire(ledger, hold))
          return true
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          onStuck(hold, error)
          return false
        }
      }).length,
  })
  return { due: holds.length, released }
}

function expire(ledger: Draft, { id, expires_at }: Hold): void {
  const expired_at = new Date(expires_at!).toISOString()
  const hold = ledger.release(id, `The reservation expired at ${expired_at}.`, 'expired')
  ledger.emit(
    HoldExpired,
    {
      hold_uuid: hold.id,
      account_uuid: hold.account_id,
      purpose: hold.purpose,
      asset_code: hold.asset,
      units: String(hold.units - hold.captured),
      expired_at,
    },
    { account_uuid: hold.account_id, user_uuid: hold.actor.user_uuid ?? undefined },
  )
}
