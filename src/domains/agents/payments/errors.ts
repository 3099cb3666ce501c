// Errors of payments between agents.
import { defineError } from '../../../operation/error.ts'

export const SelfPayment = defineError(
  'SELF_PAYMENT',
  400,
  () => 'An agent cannot pay itself; name another agent in to_agent_did.',
  {
    advice:
      'Send the DID of the payee in `to_agent_did`. POST /api/transfers moves money between accounts of one owner.',
  },
)

/** The only write before this is thrown marks the payment as failed, and that write is kept. */
export const PaymentStateConflict = defineError<{
  operation: string
  status: string
  allowed: string
}>(
  'PAYMENT_STATE_CONFLICT',
  400,
  (d) => `This payment is ${d.status}; to ${d.operation} it, it must be ${d.allowed}.`,
  {
    advice:
      'Read `status` with GET /api/agent-protocol/agents/{did}/payments/{transaction_id}. A payment that is completed, cancelled or failed is final; initiate a new one.',
    keepsWrites: true,
  },
)
