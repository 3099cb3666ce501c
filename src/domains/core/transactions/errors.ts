// The errors of reversals, in addition to those of the ledger.
import { defineError } from '../../../operation/error.ts'

export const NotReversible = defineError<{ reason: string }>(
  'TRANSACTION_NOT_REVERSIBLE',
  422,
  (d) => d.reason,
  {
    meaning: 'This transaction cannot be reversed, or not to this amount.',
    advice:
      'Read the transaction by GET /api/v2/transactions/:id. Where a reversal is impossible, the receiver can send the money back by POST /api/v2/transfers.',
  },
)

export const AlreadyReversed = defineError<{ amount: string }>(
  'ALREADY_REVERSED',
  409,
  (d) => `All ${d.amount} of this transaction have been reversed already.`,
  {
    advice:
      'Nothing is left to reverse; GET /api/v2/accounts/:uuid/transactions/reversals lists the reversals.',
  },
)
