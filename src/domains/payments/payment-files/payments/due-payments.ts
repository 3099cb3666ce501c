// Executes scheduled payments on their day. The permissions of the sender are those of that day: payments are rejected
// if the customer is suspended, the key was revoked or the sender is no longer an operator.
import { sendWhenDue } from '../../../../operation/due-jobs.ts'
import type { Context } from '../../../../operation/operation.ts'
import { post } from '../../../core/ledger/index.ts'
import { clearPlan, settlePlan } from '../../../core/transfers/index.ts'
import { emitPaymentEvent } from '../event-publisher.ts'
import { planDecisions } from './decisions.ts'
import { DUE_JOB, type ExecutionOptions, settleOutcome } from './execution.ts'
import { paymentLife } from '../life-cycle.ts'
import { advanceFile } from '../files/progress.ts'
import { findRefusal, findSender } from '../files/sender.ts'
import * as store from '../store.ts'
import type { Outcome, PaymentRow } from '../store.ts'

/** Fewer than in a request, because the accounts are locked until the transaction ends. */
const DUE_AT_ONCE = 200

/** Executes the next due payments of a message, and schedules the job again while there are more. */
export async function executeDue(
  id: string,
  ctx: Context,
  options: ExecutionOptions,
): Promise<void> {
  const message = await store.lockMessage(ctx.tx, id)
  const due = await store.listDuePayments(ctx.tx, id, ctx.now, DUE_AT_ONCE)
  if (due.length === 0) return
  const rejection = await findRefusal(message, ctx, options.standing)
  const asSender = {
    ...ctx,
    caller: await findSender(message, ctx.tx),
    requestId: message.request_id,
  }
  const orders = due.map((payment) => ({ payment, rejection }))
  const plan = planDecisions(orders, asSender, options)
  await clearPlan(asSender, plan)
  const decisions = await post(asSender, plan)
  await settlePlan(asSender, plan)
  const outcomes: Outcome[] = []
  const decided: PaymentRow[] = []
  for (const [index, payment] of due.entries()) {
    const decision = decisions[index]!
    // Transfers are switched off; the sweep retries the message.
    if (decision.status === 'scheduled') {
      await store.postponePayment(ctx.tx, payment.id, new Date(decision.due_at))
      continue
    }
    const outcome = await settleOutcome(payment, decision, asSender, options)
    decided.push(payment)
    checkStep(payment, outcome)
    outcomes.push({ ...outcome, id: payment.id })
  }
  await store.updatePayments(ctx.tx, outcomes, ctx.now)
  const released = decided.filter((_, index) => outcomes[index]!.status === 'rejected')
  await store.releaseClaims(
    ctx.tx,
    id,
    released.map(({ claim }) => claim),
  )
  for (const [index, outcome] of outcomes.entries())
    emitPaymentEvent(ctx, message, { ...decided[index]!, ...outcome })
  await advanceFile(
    message,
    outcomes.map(({ status }) => ({ status, before: 'scheduled' })),
    ctx,
  )
  if (due.length < DUE_AT_ONCE) return
  const { environment } = message
  const again = { uuid: id, environment, expires_at: ctx.now.toISOString() }
  await sendWhenDue(options.jobs, DUE_JOB, again, ctx)
}

const checkStep = (payment: PaymentRow, { status }: Pick<Outcome, 'status'>): void =>
  void paymentLife.checkBetween(payment.status, status, { payment_id: payment.id })
