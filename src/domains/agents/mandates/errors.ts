// Errors of mandates, in addition to those of agents.
import { defineError } from '../../../operation/error.ts'

export const SelfMandate = defineError<{ did: string }>(
  'SELF_MANDATE',
  400,
  (d) => `A mandate needs two different agents; ${d.did} is both issuer and subject of this one.`,
  {
    advice:
      'Name two agents in the payload: `merchant_did` and `shopping_agent_did` of a cart, `delegator_did` and `agent_did` of an intent, `payer_did` and `payee_did` of a payment.',
  },
)

const done = {
  accept: 'accepted',
  execute: 'executed',
  complete: 'completed',
  dispute: 'disputed',
  revoke: 'revoked',
  expire: 'expired',
}

export const MandateStateConflict = defineError<{ status: string; action: keyof typeof done }>(
  'MANDATE_STATE_CONFLICT',
  400,
  (d) => `This mandate is ${d.status}; it cannot be ${done[d.action]} in that state.`,
  {
    meaning: 'The mandate is in a state that does not allow this.',
    advice:
      'Read `status` with GET /api/agent-protocol/mandates/{uuid}. A mandate is accepted, then executed, then completed; completed, revoked and expired are final.',
  },
)

export const MandateExpired = defineError<{ expires_at: string }>(
  'MANDATE_EXPIRED',
  400,
  (d) => `This mandate expired at ${d.expires_at}; no more payments can be made on it.`,
  {
    advice:
      'Ask the issuer for a new mandate with a later `expires_at` in its payload. Payments made before the expiry can still be completed.',
  },
)

export const MandatePaymentMismatch = defineError<{ reason: string }>(
  'MANDATE_PAYMENT_MISMATCH',
  400,
  (d) => d.reason,
  {
    meaning: 'The payment does not fit the mandate.',
    advice:
      'Compare payer, payee, amount and currency with GET /api/agent-protocol/mandates/{uuid}, and send a payment that fits. Before completing the mandate, confirm or cancel its pending payments.',
  },
)

export const PaymentAlreadyUsed = defineError<{ reference: string }>(
  'PAYMENT_ALREADY_USED',
  409,
  (d) => `The payment ${d.reference} is already on a mandate; it counts for one mandate only.`,
  {
    advice:
      'If the payment is on this mandate, no action is needed. Otherwise make another payment and send its `transaction_id` in `payment_reference`.',
  },
)
