// Payments to other banks: what a payment rail is given, and the outcomes that it reports later.
import type { Context } from '../../../../operation/operation.ts'
import { emitPaymentEvent } from '../event-publisher.ts'
import type { Payable } from './decisions.ts'
import { paymentLife } from '../life-cycle.ts'
import { advanceFile } from '../files/progress.ts'
import type { Rejection } from '../reasons.ts'
import * as store from '../store.ts'

export type OutsidePayment = Payable & { readonly debtor_account: string }

/**
 * Submits a payment to a payment rail, in the transaction that records it and on behalf of its sender: the rail
 * debits the debtor's account, or rejects the payment.
 */
export type SendToRail = (
  payment: OutsidePayment,
  ctx: Context,
) => Promise<{ readonly outside_id: string } | Rejection>

/** The outcome of a payment at its rail; a settled one becomes rejected when it is returned. */
export type RailOutcome =
  | { readonly status: 'settled' | 'cancelled' }
  | ({ readonly status: 'rejected' } & Rejection)

/** Locks the file of a payment, for a rail that is about to move the money back. */
export async function lockForRail(outside_id: string, ctx: Context): Promise<void> {
  const found = await store.findPaymentByOutsideId(ctx.tx, outside_id)
  if (found) await store.lockMessage(ctx.tx, found.message_uuid)
}

/** Called by the rail in its own transaction; ignores payments that are not of a file. */
export async function recordRailOutcome(
  outside_id: string,
  end: RailOutcome,
  ctx: Context,
): Promise<void> {
  const found = await store.findPaymentByOutsideId(ctx.tx, outside_id)
  if (!found) return
  const message = await store.lockMessage(ctx.tx, found.message_uuid)
  const payment = (await store.findPayment(ctx.tx, found.id))!
  const { status } = end
  // The same report again changes nothing.
  if (payment.status === status) return
  paymentLife.checkBetween(payment.status, status, { payment_id: payment.id })
  const outcome = {
    id: payment.id,
    status,
    reason_code: end.status === 'rejected' ? end.code : null,
    reason: end.status === 'rejected' ? end.reason : null,
    entry_id: null,
    outside_id,
  }
  await store.updatePayments(ctx.tx, [outcome], ctx.now)
  if (status !== 'settled') await store.releaseClaims(ctx.tx, message.id, [payment.claim])
  emitPaymentEvent(ctx, message, { ...payment, ...outcome })
  await advanceFile(message, [{ status, before: payment.status }], ctx)
}
