// Emits the events of payment files. Their subjects are the sender and, if the sender may use it, the account that
// pays.
import type { Context } from '../../../operation/operation.ts'
import {
  FileCompleted,
  FilePaymentCancelled,
  FilePaymentRejected,
  FilePaymentScheduled,
  FilePaymentSent,
  FilePaymentSettled,
  FileReceived,
  FileScheduled,
} from './events.ts'
import type { PaymentStatus } from './life-cycle.ts'
import type { MessageRow, PaymentRow } from './store.ts'
import { countsOf, groupOf } from './files/view.ts'

const paymentEvents = {
  scheduled: FilePaymentScheduled,
  sent: FilePaymentSent,
  settled: FilePaymentSettled,
  rejected: FilePaymentRejected,
  cancelled: FilePaymentCancelled,
} as const satisfies Record<PaymentStatus, unknown>

export type PaymentEventFields = Pick<
  PaymentRow,
  | 'id'
  | 'end_to_end_id'
  | 'status'
  | 'amount'
  | 'currency'
  | 'creditor'
  | 'debtor_account'
  | 'reason_code'
  | 'reason'
  | 'entry_id'
>

/** The reason code for a debtor account that the sender may not use. */
const NOT_THEIRS = 'AC02'

export function emitPaymentEvent(
  ctx: Context,
  message: MessageRow,
  payment: PaymentEventFields,
): void {
  const { id, end_to_end_id, status, amount, currency, creditor, reason_code, reason } = payment
  const isTheirs = reason_code !== NOT_THEIRS && payment.debtor_account !== null
  ctx.emit(
    paymentEvents[status],
    {
      id,
      file_id: message.id,
      message_id: message.message_id,
      end_to_end_id,
      status,
      amount,
      currency,
      creditor,
      reason_code,
      reason,
      transfer_uuid: payment.entry_id,
    },
    {
      user_uuid: message.user_uuid,
      ...(isTheirs && { account_uuid: payment.debtor_account }),
    },
  )
}

export function emitFileEvent(ctx: Context, message: MessageRow): void {
  const event =
    message.status === 'processing'
      ? FileReceived
      : message.status === 'scheduled'
        ? FileScheduled
        : FileCompleted
  const { id, message_id, message_type, status, number_of_transactions } = message
  ctx.emit(
    event,
    {
      id,
      message_id,
      message_type,
      status,
      group_status: groupOf(message),
      number_of_transactions,
      ...countsOf(message),
    },
    { user_uuid: message.user_uuid },
  )
}
