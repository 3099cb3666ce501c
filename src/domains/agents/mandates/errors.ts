// Errors of mandates, in addition to those of agents.
import { defineError } from '../../../operation/error.ts'

export const MandateToOneself = defineError<{ did: string }>(
  'SELF_MANDATE',
  400,
  (d) => `A mandate needs two different agents; ${d.did} is both issuer and subject of this one.`,
)

const done = {
  accept: 'accepted',
  execute: 'executed',
  complete: 'completed',
  dispute: 'disputed',
  revoke: 'revoked',
  expire: 'expired',
}

export const MandateStatusWrong = defineError<{ status: string; action: keyof typeof done }>(
  'MANDATE_STATE_CONFLICT',
  400,
  (d) => `This mandate is ${d.status}; it cannot be ${done[d.action]} in that state.`,
  {
    meaning: 'The mandate is in a state that does not allow this.',
    advice: 'Read the mandate; its life cycle says what may happen next.',
  },
)

export const MandateExpired = defineError<{ expires_at: string }>(
  'MANDATE_EXPIRED',
  400,
  (d) => `This mandate expired at ${d.expires_at}; no more payments can be made on it.`,
)

export const PaymentDoesNotFit = defineError<{ reason: string }>(
  'MANDATE_PAYMENT_MISMATCH',
  400,
  (d) => d.reason,
  {
    meaning: 'The payment does not fit the mandate.',
    advice: 'Compare amount, asset and payee with the mandate, and pay within it.',
  },
)

export const PaymentAlreadyUsed = defineError<{ reference: string }>(
  'PAYMENT_ALREADY_USED',
  409,
  (d) => `The payment ${d.reference} is already on a mandate; it counts for one mandate only.`,
)
