// Escrows that belong to a payment: the payment's reservation funds the escrow, and only the payment
// changes it. The payment is always locked before its escrow.
import type { Context } from '../../../operation/operation.ts'
import { emitToOwners } from './event-recipients.ts'
import { EscrowCancelled, EscrowExpired, EscrowFunded, EscrowReleased } from './events.ts'
import { escrowLife } from './life-cycle.ts'
import { type EscrowOptions, loadParties, type EscrowWithParties } from './parties.ts'
import { paySeller } from './service.ts'
import * as store from './store.ts'

async function lockOwn(uuid: string, ctx: Context): Promise<EscrowWithParties> {
  const row = (await store.lockEscrow(ctx.tx, uuid))!
  return { row, parties: await loadParties(ctx.tx, row) }
}

/** Funds the escrow from the payment's hold, which also contains the payment's fee, and pays the seller. */
export async function fundAndRelease(
  payment: { readonly escrow_uuid: string; readonly hold_id: string; readonly fee: bigint },
  ctx: Context,
  options: EscrowOptions,
): Promise<string> {
  const { row, parties } = await lockOwn(payment.escrow_uuid, ctx)
  const funding = escrowLife.check(row.status, 'fund')
  const funded = await store.updateEscrow(ctx.tx, row.uuid, {
    status: funding.to,
    hold_id: payment.hold_id,
    funded_at: ctx.now,
  })
  emitToOwners(ctx, EscrowFunded, funded, options.assets)
  const releasing = escrowLife.check(funded.status, 'release')
  const escrow = { row: funded, parties }
  const paid = await paySeller(escrow, BigInt(row.units), ctx, options, [payment.fee])
  const released = await store.updateEscrow(ctx.tx, row.uuid, {
    status: releasing.to,
    ...paid,
    released_at: ctx.now,
    released_by: row.buyer_did,
  })
  emitToOwners(ctx, EscrowReleased, released, options.assets)
  return paid.entry_id!
}

/** The escrow is not funded yet, so only its state changes; one that has expired stays expired. */
export async function closeUnfundedEscrow(
  uuid: string,
  how: { readonly operation: 'cancel' | 'expire'; readonly reason: string },
  ctx: Context,
  { assets }: EscrowOptions,
): Promise<void> {
  const { row } = await lockOwn(uuid, ctx)
  if (row.status === 'expired') return
  const step = escrowLife.check(row.status, how.operation)
  const isExpiry = how.operation === 'expire'
  const dropped = await store.updateEscrow(ctx.tx, row.uuid, {
    status: step.to,
    ...(isExpiry
      ? { expired_at: ctx.now }
      : { cancelled_at: ctx.now, cancelled_reason: how.reason }),
  })
  emitToOwners(ctx, isExpiry ? EscrowExpired : EscrowCancelled, dropped, assets)
}
