// The errors of payment rails.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'
import { ProblemDetails } from './ach/schema.ts'

export const PaymentStateConflict = defineError<{ status: string }>(
  'PAYMENT_NOT_CANCELLABLE',
  409,
  (d) =>
    `This payment is ${d.status}; only a pending payment, which the network does not have yet, can be cancelled.`,
  {
    advice: 'Read the payment; if it was executed, ask the payee to return the money.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const MandateStateConflict = defineError<{
  status: string
  action: string
  allowed: readonly string[]
}>(
  'DEBIT_MANDATE_STATE_CONFLICT',
  409,
  (d) => `This mandate is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  { details: Type.Object({ status: Type.String() }) },
)

/** A mandate does not allow a collection. */
export const CollectionNotAllowed = defineError<{ reason: string }>(
  'COLLECTION_NOT_ALLOWED',
  422,
  (d) => d.reason,
  {
    meaning: 'The mandate does not allow this collection.',
    advice:
      'Read the mandate: collect within its amount, dates and sequence, or ask the debtor for a new one.',
  },
)

export const MandateExists = defineError<{ mandate_id: string; creditor_id: string }>(
  'MANDATE_EXISTS',
  409,
  (d) => `Creditor ${d.creditor_id} already has a mandate ${d.mandate_id}; use another reference.`,
)

export const NoAccount = defineError(
  'NO_PAYING_ACCOUNT',
  422,
  () => 'You have no open account; open one first, or name one that you may use.',
)

/** A payment that the network reports cannot be booked; the code is the one to answer the network with. */
export const IncomingRefused = defineError<{ network_code: string; reason: string }>(
  'INCOMING_PAYMENT_REJECTED',
  422,
  (d) => d.reason,
  {
    meaning: 'A payment from the network cannot be booked.',
    advice:
      'Answer the network with the `network_code` of the details, which returns the money to its sender.',
    details: Type.Object({ network_code: Type.String() }),
  },
)

export const IdentityRequired = defineError(
  'IDENTITY_CHECK_REQUIRED',
  403,
  () =>
    'Your identity must be verified before you can collect direct debits; complete your identity check first.',
)

export const AchFileRefused = defineError<{
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
  { advice: 'Nothing: read the earlier result by its id.' },
)

export const NothingToBatch = defineError(
  'NOTHING_TO_BATCH',
  422,
  () => 'No ACH payment is waiting; there is nothing to put into a file.',
  { advice: 'Nothing: send payments first.' },
)
