// The end of an escrow's time: what was reserved is the buyer's again. A disputed one waits for its
// resolver, however long that takes.
import type { Context } from '../../../operation/operation.ts'
import { announce } from './announcing.ts'
import { EscrowExpired } from './events.ts'
import { escrowLife } from './life-cycle.ts'
import { giveBack } from './money.ts'
import type { EscrowOptions } from './opened.ts'
import * as store from './store.ts'
import type { EscrowRow } from './store.ts'

/** The row as it is then; it must be locked. */
export async function expireIfDue(
  row: EscrowRow,
  ctx: Context,
  { assets }: Pick<EscrowOptions, 'assets'>,
): Promise<EscrowRow> {
  const step = escrowLife.find(row.status, 'expire')
  if (!step || new Date(row.expires_at) > ctx.now) return row
  if (step.money === 'refund')
    await giveBack(row.hold_id!, `The escrow expired at ${row.expires_at}.`, ctx, 'expired')
  const expired = await store.updateEscrow(ctx.tx, row.uuid, {
    status: step.to,
    expired_at: ctx.now,
  })
  announce(ctx, EscrowExpired, expired, assets)
  return expired
}
