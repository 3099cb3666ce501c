// What forbids a reversal, beside what the ledger refuses.
import { defineError } from '../../../operation/error.ts'

export const NotReversible = defineError<{ reason: string }>(
  'TRANSACTION_NOT_REVERSIBLE',
  422,
  (d) => d.reason,
)

export const AlreadyReversed = defineError(
  'ALREADY_REVERSED',
  409,
  () => 'All of this transaction has been reversed already.',
)
