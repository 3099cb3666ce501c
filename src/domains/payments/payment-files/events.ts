// The events of payment files: one for each state that a file or a payment in it enters.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'
import { groupStatuses, messageLife, paymentLife } from './life-cycle.ts'

const file = Type.Object({
  id: Type.String({ format: 'uuid' }),
  message_id: Type.String(),
  message_type: Type.String(),
  status: messageLife.schema(),
  group_status: Type.Enum([...groupStatuses]),
  number_of_transactions: Type.Integer(),
  settled: Type.Integer(),
  rejected: Type.Integer(),
  scheduled: Type.Integer(),
  sent: Type.Integer(),
  cancelled: Type.Integer(),
})

const payment = Type.Object({
  id: Type.String({ format: 'uuid' }),
  file_id: Type.String({ format: 'uuid' }),
  message_id: Type.String(),
  end_to_end_id: Type.String(),
  status: paymentLife.schema(),
  amount: Type.String(),
  currency: Type.String(),
  creditor: Type.String(),
  reason_code: Type.Union([Type.String(), Type.Null()]),
  reason: Type.Union([Type.String(), Type.Null()]),
  transfer_uuid: Type.Union([Type.String(), Type.Null()]),
})

const category = 'payment_file'

export const FileReceived = defineEvent({
  type: 'payment_file.received',
  version: 1,
  summary: 'A file of payments was received and is valid.',
  data: file,
})

export const FileScheduled = defineEvent({
  type: 'payment_file.scheduled',
  version: 1,
  summary:
    'Every payment of a file is decided; some are scheduled or on their way to another bank.',
  data: file,
})

export const FileCompleted = defineEvent({
  type: 'payment_file.completed',
  version: 1,
  summary: 'Every payment of a file has its final outcome.',
  data: file,
})

export const FilePaymentScheduled = defineEvent({
  type: 'file_payment.scheduled',
  version: 1,
  summary: 'A payment of a file was accepted for a later day.',
  category,
  data: payment,
})

export const FilePaymentSent = defineEvent({
  type: 'file_payment.sent',
  version: 1,
  summary: 'A payment of a file was submitted to a payment rail.',
  category,
  data: payment,
})

export const FilePaymentSettled = defineEvent({
  type: 'file_payment.settled',
  version: 1,
  summary: 'A payment of a file was executed.',
  category,
  data: payment,
})

export const FilePaymentRejected = defineEvent({
  type: 'file_payment.rejected',
  version: 1,
  summary: 'A payment of a file was rejected.',
  category,
  data: payment,
})

export const FilePaymentCancelled = defineEvent({
  type: 'file_payment.cancelled',
  version: 1,
  summary: 'A scheduled payment of a file was cancelled by its sender.',
  category,
  data: payment,
})
