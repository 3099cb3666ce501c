// The errors of payment rails.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'
import { ProblemDetails } from './ach/schema.ts'

export const PaymentNotCancellable = defineError<{ status: string }>(
  'PAYMENT_NOT_CANCELLABLE',
  409,
  (d) =>
    `This payment is ${d.status}; only a pending payment, which the network does not have yet, can be cancelled.`,
  {
    advice:
      'Get the payment to see its status. If it was completed, ask the payee to return the money.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const DebitMandateStateConflict = defineError<{
  status: string
  action: string
  allowed: readonly string[]
}>(
  'DEBIT_MANDATE_STATE_CONFLICT',
  409,
  (d) => `This mandate is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  {
    advice:
      'Get the mandate to see its status. A suspended mandate can be resumed or cancelled; a cancelled or expired one is final, so record a new mandate.',
    details: Type.Object({ status: Type.String() }),
  },
)

/** A mandate does not allow a collection. */
export const CollectionNotAllowed = defineError<{ reason: string }>(
  'COLLECTION_NOT_ALLOWED',
  422,
  (d) => d.reason,
  {
    meaning: 'The mandate does not allow this collection.',
    advice:
      'Get the mandate and collect within its `max_amount` and `frequency`, while it is active and you are its creditor; otherwise ask the debtor for a new mandate.',
  },
)

export const MandateExists = defineError<{ mandate_id: string; creditor_id: string }>(
  'MANDATE_EXISTS',
  409,
  (d) => `Creditor ${d.creditor_id} already has a mandate ${d.mandate_id}; use another reference.`,
  {
    advice:
      'Find the open mandate with GET /api/v1/payment-rails/mandates. Its `mandate_id` is free again once it is cancelled or expired.',
  },
)

export const NoAccount = defineError(
  'NO_PAYING_ACCOUNT',
  422,
  () => 'You have no open account; open one first, or name one that you may use.',
  {
    advice:
      'Open an account with POST /api/v2/accounts, or name one that you manage: in `from_account` of a payment, in `account` of a mandate.',
  },
)

/** A payment reported by the network cannot be booked; `network_code` is the code to reject it with. */
export const IncomingPaymentRejected = defineError<{ network_code: string; reason: string }>(
  'INCOMING_PAYMENT_REJECTED',
  422,
  (d) => d.reason,
  {
    meaning: 'A payment from the network cannot be booked.',
    advice:
      'Reject the payment at the network with `error.details.network_code`, so that the money returns to its sender.',
    details: Type.Object({ network_code: Type.String() }),
  },
)

export const IdentityCheckRequired = defineError(
  'IDENTITY_CHECK_REQUIRED',
  403,
  () =>
    'Your identity must be verified before you can collect direct debits; complete your identity check first.',
  {
    advice:
      'GET /api/auth/user shows your `kyc_status`, which must be `approved`. Until then you can record mandates only as the debtor.',
  },
)

export const AchFileRejected = defineError<{
  line: number
  reason: string
  problems: readonly object[]
  sentence: string
}>('ACH_FILE_REJECTED', 422, (d) => d.sentence, {
  meaning:
    'The ACH file cannot be read or breaks a rule of the format; nothing of it was processed.',
  advice: 'Correct the lines in `error.details.problems` and send the whole file again.',
  details: ProblemDetails,
})

export const AchFileProcessed = defineError<{ id: string; at: string }>(
  'ACH_FILE_PROCESSED',
  409,
  (d) => `This file was processed at ${d.at} as ${d.id}; a return file is processed once.`,
  {
    advice:
      'No action is needed: its returns were applied. GET /api/v1/payment-rails/ach/files/:id shows the processed file.',
  },
)

export const NothingToBatch = defineError(
  'NOTHING_TO_BATCH',
  422,
  () => 'No ACH payment is waiting; there is nothing to put into a file.',
  {
    advice:
      'Create an ACH payment with POST /api/v1/payment-rails/payments first. Payments that are in a file already are not batched again.',
  },
)
