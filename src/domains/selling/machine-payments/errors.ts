// What is answered to whoever has not paid, not enough, or not in a way that counts. All of it comes
// with a new challenge, so that the next try can be the right one.
import { Type } from 'typebox'
import { defineError, type Shown } from '../../../operation/error.ts'

export type Problem =
  | 'payment-required'
  | 'payment-insufficient'
  | 'payment-expired'
  | 'verification-failed'
  | 'malformed-credential'
  | 'invalid-challenge'
  | 'settlement-failed'
  | 'payment-already-used'

export const problemTitles: Readonly<Record<Problem, string>> = {
  'payment-required': 'Payment is required.',
  'payment-insufficient': 'The payment is not enough.',
  'payment-expired': 'The challenge has expired.',
  'verification-failed': 'The payment could not be verified.',
  'malformed-credential': 'The proof of payment cannot be read.',
  'invalid-challenge': 'The proof belongs to another request.',
  'settlement-failed': 'The payment could not be settled.',
  'payment-already-used': 'This payment was used before, for something else.',
}

export interface PaymentDetails {
  readonly problem: Problem
  readonly shown: Shown
}

export const PaymentRequired = defineError<PaymentDetails>(
  'PAYMENT_REQUIRED',
  402,
  (d) => problemTitles[d.problem],
  { show: (d) => d.shown },
)

export const PaymentMethodUnsupported = defineError<{ rail: string; rails: readonly string[] }>(
  'PAYMENT_METHOD_UNSUPPORTED',
  400,
  (d) =>
    `Payments by "${d.rail.slice(0, 50)}" are not taken here; use one of ${d.rails.join(', ')}.`,
  { show: () => ({ body: { type: 'https://paymentauth.org/problems/method-unsupported' } }) },
)

export const PaymentsUnavailable = defineError(
  'PAYMENTS_UNAVAILABLE',
  503,
  () => 'Payments for requests are switched off here: no rail is configured.',
)

/** The payment is neither lost nor used: the same proof may come again. */
export const SettlementUnknown = defineError(
  'SETTLEMENT_UNKNOWN',
  503,
  () =>
    'The payment could not be settled just now; send the same request with the same proof again.',
)

export const ResourceExists = defineError<{ resource: string }>(
  'RESOURCE_EXISTS',
  409,
  (d) => `${d.resource} costs something already.`,
)

/** The payment is not used up: within the limit, or without it, the same proof may come again. */
export const SpendingLimitExceeded = defineError<{
  agent_id: string
  limit: 'per_tx_limit' | 'daily_limit'
  limit_cents: number
  amount_cents: number
  spent_cents: number
}>(
  'SPENDING_LIMIT_EXCEEDED',
  403,
  (d) => `The payment is more than the ${d.limit} of the agent ${d.agent_id} leaves it.`,
  {
    details: Type.Object({
      agent_id: Type.String(),
      limit: Type.String(),
      limit_cents: Type.Integer(),
      amount_cents: Type.Integer(),
      spent_cents: Type.Integer(),
    }),
  },
)

export const PaymentApprovalRequired = defineError<{
  agent_id: string
  amount_cents: number
  approval_above: number
}>(
  'PAYMENT_APPROVAL_REQUIRED',
  403,
  (d) =>
    `The agent ${d.agent_id} may pay more than ${d.approval_above} cents only when its owner has allowed it auto_pay.`,
  {
    details: Type.Object({
      agent_id: Type.String(),
      amount_cents: Type.Integer(),
      approval_above: Type.Integer(),
    }),
  },
)
