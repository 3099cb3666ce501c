// The events of payments over rails and of direct debit mandates: one for each state they enter.
import { Type } from 'typebox'
import { Nullable } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const payment = Type.Object({
  payment_id: Type.String({ format: 'uuid' }),
  account_uuid: Type.String({ format: 'uuid' }),
  direction: Type.String(),
  type: Type.String(),
  rail: Type.String(),
  amount: Type.String(),
  fee: Type.String(),
  currency: Type.String(),
  status: Type.String(),
  external_id: Type.String(),
  end_to_end_id: Type.String(),
  origin: Type.String(),
  code: Nullable(Type.String()),
  reason: Nullable(Type.String()),
})

export const RailPaymentCreated = defineEvent({
  type: 'rail_payment.created',
  version: 1,
  summary: 'A payment over a rail was accepted and waits for its rail to open.',
  data: payment,
})

export const RailPaymentSubmitted = defineEvent({
  type: 'rail_payment.submitted',
  version: 1,
  summary: 'A payment was submitted to its payment network.',
  data: payment,
})

export const RailPaymentRerouted = defineEvent({
  type: 'rail_payment.rerouted',
  version: 1,
  summary: 'The network of the rail was offline, and the payment was moved to the next rail.',
  data: payment,
})

export const RailPaymentCompleted = defineEvent({
  type: 'rail_payment.completed',
  version: 1,
  summary: 'A payment settled.',
  data: payment,
})

export const RailPaymentReceived = defineEvent({
  type: 'rail_payment.received',
  version: 1,
  summary: 'An incoming payment was credited to an account, or a direct debit was debited from it.',
  data: payment,
})

export const RailPaymentFailed = defineEvent({
  type: 'rail_payment.failed',
  version: 1,
  summary: 'A payment was rejected by its network; the amount and the fee were returned.',
  data: payment,
})

export const RailPaymentReturned = defineEvent({
  type: 'rail_payment.returned',
  version: 1,
  summary: 'A payment was returned.',
  data: payment,
})

export const RailPaymentRecovering = defineEvent({
  type: 'rail_payment.recovering',
  version: 1,
  summary: 'A collection was returned, and the account does not cover the amount yet.',
  data: payment,
})

export const RailPaymentCancelled = defineEvent({
  type: 'rail_payment.cancelled',
  version: 1,
  summary: 'A payment was cancelled by its sender before it was submitted to the network.',
  data: payment,
})

const mandate = Type.Object({
  id: Type.String({ format: 'uuid' }),
  mandate_id: Type.String(),
  role: Type.String(),
  creditor_id: Type.String(),
  status: Type.String(),
})

export const DirectDebitMandateCreated = defineEvent({
  type: 'direct_debit_mandate.created',
  version: 1,
  summary: 'A direct debit mandate was recorded.',
  data: mandate,
})

export const DirectDebitMandateSuspended = defineEvent({
  type: 'direct_debit_mandate.suspended',
  version: 1,
  summary: 'A direct debit mandate was suspended: nothing is collected until it is resumed.',
  data: mandate,
})

export const DirectDebitMandateResumed = defineEvent({
  type: 'direct_debit_mandate.resumed',
  version: 1,
  summary: 'A suspended direct debit mandate is active again.',
  data: mandate,
})

export const DirectDebitMandateCancelled = defineEvent({
  type: 'direct_debit_mandate.cancelled',
  version: 1,
  summary: 'A direct debit mandate was cancelled.',
  data: mandate,
})

export const DirectDebitMandateExpired = defineEvent({
  type: 'direct_debit_mandate.expired',
  version: 1,
  summary: 'A direct debit mandate expired, because it was not used for 36 months.',
  data: mandate,
})

export const AchFileMade = defineEvent({
  type: 'ach_file.made',
  version: 1,
  summary: 'An ACH file was created or processed.',
  data: Type.Object({
    batch_id: Type.String({ format: 'uuid' }),
    kind: Type.String(),
    file_name: Type.String(),
    entry_count: Type.Integer(),
  }),
})
