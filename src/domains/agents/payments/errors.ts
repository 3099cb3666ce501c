// Errors of payments between agents.
import { defineError } from '../../../operation/error.ts'

export const SelfPayment = defineError(
  'SELF_PAYMENT',
  400,
  () => 'An agent cannot pay itself; name another agent in to_agent_did.',
)

/** The only write before this is thrown marks the payment as failed, and that write is kept. */
export const PaymentWrongState = defineError<{
  operation: string
  status: string
  allowed: string
}>(
  'PAYMENT_STATE_CONFLICT',
  400,
  (d) => `This payment is ${d.status}; to ${d.operation} it, it must be ${d.allowed}.`,
  { keepsWrites: true },
)
