// What senders may do with their files: read them, and cancel scheduled payments.
import type { PageRequest } from '../../../../kernel/page.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { emitPaymentEvent } from '../event-publisher.ts'
import { type MessageStatus, paymentLife, type PaymentStatus } from '../life-cycle.ts'
import { advanceFile } from './progress.ts'
import * as store from '../store.ts'
import type { MessageRow, PaymentRow } from '../store.ts'

/** Operators see the files of all senders. */
const isTheirs = (
  row: { readonly environment: string; readonly user_uuid: string } | undefined,
  { caller }: Pick<Context, 'caller'>,
): boolean =>
  row?.environment === caller.environment && (row.user_uuid === caller.user || isOperator(caller))

export async function getMessage(id: string, ctx: Context): Promise<MessageRow> {
  const row = await store.findMessage(ctx.tx, id)
  if (!row || !isTheirs(row, ctx)) throw NotFound({ what: 'payment file', id })
  return row
}

export async function getPayment(id: string, ctx: Context): Promise<PaymentRow> {
  const row = await store.findPayment(ctx.tx, id)
  const message = row && (await store.findMessage(ctx.tx, row.message_uuid))
  if (!message || !isTheirs(message, ctx)) throw NotFound({ what: 'file payment', id })
  return row
}

export const listMessages = (
  { status, ...page }: PageRequest & { readonly status?: MessageStatus },
  { tx, caller }: Context,
) =>
  store.listMessages(tx, { environment: caller.environment, user_uuid: caller.user! }, status, page)

export async function listPayments(
  { id, status, ...page }: PageRequest & { readonly id: string; readonly status?: PaymentStatus },
  ctx: Context,
) {
  const message = await getMessage(id, ctx)
  return store.listPayments(ctx.tx, message.id, status, page)
}

/** The lock on the message serializes the cancellation and the job that executes the payment. */
export async function cancelPayment(id: string, ctx: Context): Promise<PaymentRow> {
  const { message_uuid } = await getPayment(id, ctx)
  const message = await store.lockMessage(ctx.tx, message_uuid)
  const payment = await getPayment(id, ctx)
  const { to: status } = paymentLife.check(payment.status, 'cancel', { payment_id: payment.id })
  const outcome = { status, reason_code: null, reason: null, entry_id: null, outside_id: null }
  await store.updatePayments(ctx.tx, [{ id: payment.id, ...outcome }], ctx.now)
  await store.releaseClaims(ctx.tx, message.id, [payment.claim])
  const cancelled = await getPayment(id, ctx)
  emitPaymentEvent(ctx, message, cancelled)
  await advanceFile(message, [{ status, before: payment.status }], ctx)
  return cancelled
}
