// Holds whose time is over give back what they reserved.
import { AppError } from '../../operation/error.ts'
import { type PostContext, post, statementsOf } from './post.ts'
import { claimExpiredHolds } from './store.ts'

/** How many of the caller's environment were due, at most `limit`, and how many could be released. */
export async function expireHolds(
  ctx: PostContext,
  limit: number,
): Promise<{ readonly due: number; readonly released: number }> {
  const { environment } = ctx.caller
  const holds = await claimExpiredHolds(statementsOf(ctx.tx), { environment, now: ctx.now, limit })
  if (holds.length === 0) return { due: 0, released: 0 }
  const released = await post(ctx, {
    books: holds.map((hold) => ({ account: hold.account_id, asset: hold.asset })),
    holds: holds.map((hold) => hold.id),
    decide: (ledger) =>
      holds.filter((hold) => {
        try {
          ledger.attempt(() => ledger.release(hold.id, 'Its time was over.', 'expired'))
          return true
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          return false
        }
      }).length,
  })
  return { due: holds.length, released }
}
