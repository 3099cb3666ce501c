// What mandates are refused for, beside what agents are.
import { defineError } from '../../../operation/error.ts'

export const MandateToOneself = defineError<{ did: string }>(
  'MANDATE_TO_ONESELF',
  400,
  (d) => `A mandate is between two agents; ${d.did} is on both sides of this one.`,
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
  'MANDATE_STATUS',
  400,
  (d) => `This mandate is ${d.status}; in that state it cannot be ${done[d.action]}.`,
)

export const MandateExpired = defineError<{ expires_at: string }>(
  'MANDATE_EXPIRED',
  400,
  (d) => `This mandate was good until ${d.expires_at}; nothing more can be paid on it.`,
)

export const PaymentDoesNotFit = defineError<{ reason: string }>(
  'PAYMENT_DOES_NOT_FIT',
  400,
  (d) => d.reason,
)

export const PaymentAlreadyUsed = defineError<{ reference: string }>(
  'PAYMENT_ALREADY_USED',
  409,
  (d) => `The payment ${d.reference} is already on a mandate.`,
)
