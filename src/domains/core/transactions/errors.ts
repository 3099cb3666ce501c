// The errors of reversals, in addition to those of the ledger.
import { defineError } from '../../../operation/error.ts'

export const NotReversible = defineError<{ reason: string }>(
  'TRANSACTION_NOT_REVERSIBLE',
  422,
  (d) => d.reason,
)

export const AlreadyReversed = defineError<{ amount: string }>(
  'ALREADY_REVERSED',
  409,
  (d) => `All ${d.amount} of this transaction have been reversed already.`,
)
