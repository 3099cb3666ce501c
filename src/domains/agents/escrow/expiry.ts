// Expires an escrow whose time is over: reserved money goes back to the buyer. A disputed escrow does not
// expire; it waits for its resolution.
import type { Context } from '../../../operation/operation.ts'
import { emitToOwners } from './event-recipients.ts'
import { EscrowExpired } from './events.ts'
import { escrowLife } from './life-cycle.ts'
import { refund } from './money.ts'
import type { EscrowOptions } from './parties.ts'
import * as store from './store.ts'
import type { EscrowRow } from './store.ts'

/** Returns the row, expired if its time is over. The caller must hold its lock. */
export async function expireIfDue(
  row: EscrowRow,
  ctx: Context,
  { assets }: Pick<EscrowOptions, 'assets'>,
): Promise<EscrowRow> {
  const step = escrowLife.find(row.status, 'expire')
  if (!step || new Date(row.expires_at) > ctx.now) return row
  if (step.money === 'refund')
    await refund(row.hold_id!, `The escrow expired at ${row.expires_at}.`, ctx, 'expired')
  const expired = await store.updateEscrow(ctx.tx, row.uuid, {
    status: step.to,
    expired_at: ctx.now,
  })
  emitToOwners(ctx, EscrowExpired, expired, assets)
  return expired
}
