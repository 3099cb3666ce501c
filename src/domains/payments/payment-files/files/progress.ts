// Counts the outcomes of a file's payments, and takes the file's next step when they allow it.
import type { Context } from '../../../../operation/operation.ts'
import { emitFileEvent } from '../event-publisher.ts'
import { isComplete, messageLife, type PaymentStatus, statusOfAll } from '../life-cycle.ts'
import * as store from '../store.ts'
import type { MessageRow } from '../store.ts'
import { countsOf } from './view.ts'

/** `before` is absent for a payment that is decided for the first time. */
export interface Change {
  readonly status: PaymentStatus
  readonly before?: PaymentStatus
}

/** The caller must hold the lock on the message. */
export async function advanceFile(
  message: MessageRow,
  changes: readonly Change[],
  ctx: Context,
): Promise<MessageRow> {
  const counts: Record<PaymentStatus, number> = { ...countsOf(message) }
  let { decided } = message
  for (const { status, before } of changes) {
    counts[status]++
    if (before === undefined) decided++
    else counts[before]--
  }
  const status = decided === message.number_of_transactions ? statusOfAll(counts) : 'processing'
  const isStep = status !== message.status
  if (isStep) messageLife.checkBetween(message.status, status)
  const advanced = await store.updateMessage(ctx.tx, message.id, {
    status,
    decided,
    counts,
    completed_at: isComplete(status) ? ctx.now : null,
    updated_at: ctx.now,
  })
  if (isStep) emitFileEvent(ctx, advanced)
  return advanced
}
