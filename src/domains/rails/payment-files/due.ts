// Executes the payments that were sent for a later day, when their day has come. The rights of the sender are
// those of that day: a revoked key or a lost office pays nothing.
import type { Context } from '../../../operation/operation.ts'
import { sendWhenDue } from '../../../operation/due-jobs.ts'
import { announcePayment } from './announcing.ts'
import { decide, type Decision } from './deciding.ts'
import { advance, DUE_JOB, type ExecutingOptions, PAYMENTS_AT_ONCE } from './executing.ts'
import { paymentLife } from './life-cycle.ts'
import { findRefusal, senderOf } from './sender.ts'
import * as store from './store.ts'
import type { Outcome, PaymentRow } from './store.ts'

/** Executes the next due payments of a message, and asks to be called again while there are more. */
export async function executeDue(
  id: string,
  ctx: Context,
  options: ExecutingOptions,
): Promise<void> {
  const message = await store.lockMessage(ctx.tx, id)
  const due = await store.listDuePayments(ctx.tx, id, ctx.now, PAYMENTS_AT_ONCE)
  if (due.length === 0) return
  const refusal = await findRefusal(message, ctx.tx)
  const asSender = { ...ctx, caller: senderOf(message), requestId: message.request_id }
  const decisions: Decision[] = refusal
    ? due.map(() => ({ status: 'rejected', ...refusal }))
    : await decide(due, asSender, options)
  const outcomes = due.map((payment, index) => toOutcome(payment, decisions[index]!))
  await store.updatePayments(ctx.tx, outcomes, ctx.now)
  for (const [index, outcome] of outcomes.entries())
    announcePayment(ctx, message, { ...due[index]!, ...outcome })
  await advance(
    message,
    outcomes.map(({ status }) => ({ status, before: 'scheduled' })),
    ctx,
  )
  if (due.length < PAYMENTS_AT_ONCE) return
  const { environment } = message
  await sendWhenDue(
    options.jobs,
    DUE_JOB,
    { uuid: id, environment, expires_at: ctx.now.toISOString() },
    ctx,
  )
}

function toOutcome(payment: PaymentRow, decision: Decision): Outcome {
  const { to: status } = paymentLife.checkBetween(payment.status, decision.status, {
    payment_id: payment.id,
  })
  return {
    id: payment.id,
    status,
    entry_id: decision.status === 'settled' ? decision.entry_id : null,
    outside_id: decision.status === 'sent' ? decision.outside_id : null,
    reason_code: decision.status === 'rejected' ? decision.code : null,
    reason: decision.status === 'rejected' ? decision.reason : null,
  }
}
