// The errors of disputes.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const PaymentNotDisputable = defineError<{ reason: string }>(
  'PAYMENT_NOT_DISPUTABLE',
  422,
  (d) => d.reason,
  {
    meaning: 'This payment cannot be disputed, or no longer.',
    advice:
      'Read the payment by GET /api/v2/payments/:uuid: `actions` has `dispute` while it can be disputed.',
  },
)

export const DisputeExists = defineError<{ dispute_uuid: string; status: string }>(
  'DISPUTE_EXISTS',
  409,
  (d) => `The payment is disputed already: the dispute ${d.dispute_uuid} is ${d.status}.`,
  {
    advice:
      'Read the dispute by GET /api/v2/disputes/:id. An undecided one can be withdrawn or added to by a message; a decision of the bank is final.',
    details: Type.Object({ dispute_uuid: Type.String(), status: Type.String() }),
  },
)

export const DisputeStateConflict = defineError<{
  status: string
  action: string
  allowed: string
}>(
  'DISPUTE_STATE_CONFLICT',
  409,
  (d) => `This dispute is ${d.status}; to ${d.action}, it must be ${d.allowed}.`,
  {
    advice:
      'Read `status` and `actions` by GET /api/v2/disputes/:id. A dispute that is accepted, rejected, withdrawn or expired is final.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const NothingToRefund = defineError<{ amount: string }>(
  'NOTHING_TO_REFUND',
  409,
  (d) => `All ${d.amount} of the payment went back to its payer already.`,
  {
    advice:
      'Reject the dispute with that reason; GET /api/v2/payments/:uuid shows in `timeline` when the money went back.',
  },
)

export const DisputeMessageLimit = defineError<{ maximum: number }>(
  'DISPUTE_MESSAGE_LIMIT',
  422,
  (d) => `Each side can write ${d.maximum} messages about a dispute, and you have written them.`,
  { advice: 'Wait for the decision, or withdraw the dispute.' },
)

export const NotThePayer = defineError(
  'NOT_THE_PAYER',
  403,
  () => 'Only the payer who opened this dispute can withdraw it.',
  { advice: 'Write to the bank about the dispute instead, or as an operator decide it.' },
)
