// A batch runs on the authority of the operator who started it: it fails once they are suspended or no longer an
// operator, and "end everything" cancels their batches that have not started.
import { Forbidden } from '../../../operation/error.ts'
import type { PostContext } from '../ledger/index.ts'
import {
  findUser,
  type SessionlessAccess,
  type AuthorityCheck,
} from '../../people/identity/index.ts'
import { batchLife } from './life-cycle.ts'
import { toBatchId } from './parameters.ts'
import * as store from './store.ts'
import type { BatchRow } from './store.ts'

/** Called in each step, in its transaction. */
export async function checkAuthority(
  { user_uuid, created_at: allowed_at }: BatchRow,
  ctx: PostContext,
  standing: AuthorityCheck,
): Promise<void> {
  // No key can start a batch.
  const refusal = await standing.refusal(ctx, { user_uuid, allowed_with: null, allowed_at })
  if (refusal !== undefined) throw Forbidden({ reason: refusal })
  if (!(await findUser(ctx.tx, user_uuid))?.roles.includes('admin'))
    throw Forbidden({ reason: 'The user who started the batch is no longer an operator.' })
}

export const scheduledBatches: SessionlessAccess = {
  name: 'scheduled_batches',
  count: store.countScheduled,
  async end(user_uuid, ctx) {
    for (const { id, status } of await store.lockScheduled(ctx.tx, user_uuid))
      await store.updateBatch(ctx.tx, id, ctx.now, {
        status: batchLife.check(status, 'cancel', { batch_id: toBatchId(id) }).to,
        cancelled_at: ctx.now,
        cancelled_by: ctx.caller.user ?? user_uuid,
        cancel_reason: 'All access of the operator who started it was ended.',
        completed_at: ctx.now,
      })
  },
}
