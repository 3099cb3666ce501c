// The errors of reversals, in addition to those of the ledger.
import { defineError } from '../../../operation/error.ts'

export const NotReversible = defineError<{ reason: string }>(
  'TRANSACTION_NOT_REVERSIBLE',
  422,
  (d) => d.reason,
  {
    meaning: 'This transaction cannot be reversed, or not to this amount.',
    advice: 'Read the transaction; if it cannot be reversed, make a transfer the other way.',
  },
)

export const AlreadyReversed = defineError<{ amount: string }>(
  'ALREADY_REVERSED',
  409,
  (d) => `All ${d.amount} of this transaction have been reversed already.`,
  { advice: 'Nothing is left to reverse; read the transaction to see its reversals.' },
)
