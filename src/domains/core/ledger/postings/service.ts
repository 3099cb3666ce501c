// Posts inside a transaction that the caller has open, for domains that change their own rows together with
// money. The core and the statements are the same as the executor's.
import type { Context } from '../../../../operation/operation.ts'
import type { Plan } from '../../../../operation/posting.ts'
import { statementsOf } from '../../../../platform/database.ts'
import { type Account, Batch, type Hold } from './core.ts'
import { loadHolds, openBooks, writeChanges } from '../store.ts'

/** The cache topic for accounts that were changed outside a node's executor. */
export const ACCOUNT_CHANGED = 'ledger.account'

export type PostContext = Pick<
  Context,
  'tx' | 'caller' | 'now' | 'requestId' | 'operation' | 'invalidate'
> &
  Partial<Pick<Context, 'flush' | 'maySpend'>>

export async function post<Output>(ctx: PostContext, plan: Plan<Output>): Promise<Output> {
  const tx = statementsOf(ctx.tx)
  const holds = plan.holds?.length ? await loadHolds(tx, plan.holds, true) : new Map<string, Hold>()
  const accounts =
    plan.books.length > 0 ? await openBooks(tx, plan.books) : new Map<string, Account>()
  const batch = new Batch({ accounts, holds })
  const output = batch.run((ledger) => plan.decide(ledger), ctx, plan.simulate)
  await ctx.flush?.()
  await writeChanges(tx, batch.changes, [])
  const changed = new Set([...batch.changes.books.keys()].map((book) => book.account.id))
  // The executors of other nodes check versions, so a stale copy only costs them a retry.
  for (const id of changed) ctx.invalidate(ACCOUNT_CHANGED, id, 'later')
  return output
}
