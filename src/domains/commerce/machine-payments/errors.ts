// The errors of payments for requests. A 402 always carries a new challenge, so that the payer can try again.
import { Type } from 'typebox'
import { formatDecimal } from '../../../kernel/money.ts'
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

const showCents = (cents: number): string =>
  formatDecimal({ units: BigInt(cents), asset: { code: 'USD', precision: 2 } })

export interface PaymentDetails {
  readonly problem: Problem
  readonly shown: Shown
}

export const PaymentRequired = defineError<PaymentDetails>(
  'PAYMENT_REQUIRED',
  402,
  (d) => problemTitles[d.problem],
  {
    meaning: 'The request has a price, and no valid payment came with it.',
    advice:
      'Pay one of the offers in the response, and repeat the same request with the proof in `Authorization: Payment`, or with an x402 payment in `PAYMENT-SIGNATURE`.',
    show: (d) => d.shown,
  },
)

export const PaymentMethodUnsupported = defineError<{ rail: string; rails: readonly string[] }>(
  'PAYMENT_METHOD_UNSUPPORTED',
  400,
  (d) => `Payments by "${d.rail.slice(0, 50)}" are not accepted; use one of ${d.rails.join(', ')}.`,
  {
    advice:
      'Use a rail that the 402 response offers; GET /api/v1/mpp/supported-rails describes them all.',
    show: () => ({ body: { type: 'https://paymentauth.org/problems/method-unsupported' } }),
  },
)

export const PaymentsUnavailable = defineError(
  'PAYMENTS_UNAVAILABLE',
  503,
  () => 'Requests cannot be paid for: this bank has no payment rail configured.',
  {
    advice:
      'Ask the operator of this bank to configure a rail, such as x402 by X402_FACILITATOR_URL; retries fail until then.',
  },
)

/** The payment is neither lost nor used; the same proof may be presented again. */
export const SettlementUnknown = defineError(
  'SETTLEMENT_UNKNOWN',
  503,
  () => 'The outcome of the payment is unknown; send the same request with the same proof again.',
  {
    advice:
      'Do not pay again: the payment is neither lost nor used. Retry with exponential backoff.',
  },
)

export const ResourceExists = defineError<{ resource: string }>(
  'RESOURCE_EXISTS',
  409,
  (d) => `${d.resource} already has a price; change that one, or choose another path.`,
  {
    advice:
      'Look for it in GET /api/v1/mpp/resources and change it by PUT /api/v1/mpp/resources/{id}. Endpoints of users and offers of the bank itself count as well.',
  },
)

/** The payment is not used up; once the limit allows it, the same proof may be presented again. */
export const SpendingLimitExceeded = defineError<{
  agent_id: string
  limit: 'per_tx_limit' | 'daily_limit'
  limit_cents: number
  amount_cents: number
  spent_cents: number
}>(
  'SPENDING_LIMIT_EXCEEDED',
  403,
  (d) =>
    d.limit === 'daily_limit'
      ? `The daily_limit of ${showCents(d.limit_cents)} USD of the agent ${d.agent_id} would be exceeded: ${showCents(d.spent_cents)} spent today, ${showCents(d.amount_cents)} asked for. It resets at midnight UTC.`
      : `The per_tx_limit of ${showCents(d.limit_cents)} USD of the agent ${d.agent_id} would be exceeded: ${showCents(d.amount_cents)} asked for.`,
  {
    meaning: 'A spending limit of the agent would be exceeded.',
    advice:
      'Let the owner raise the limit in `error.details.limit` by POST /api/v1/mpp/spending-limits, then repeat the request with the same proof. A daily limit also resets at midnight UTC.',
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
    `The agent ${d.agent_id} may pay at most ${showCents(d.approval_above)} USD without approval, and ${showCents(d.amount_cents)} is asked for. Its owner can allow it by setting auto_pay on its spending limit.`,
  {
    meaning: 'The agent may not pay this much without approval.',
    advice:
      'Let the owner set `auto_pay` by POST /api/v1/mpp/spending-limits, then repeat the request with the same proof.',
    details: Type.Object({
      agent_id: Type.String(),
      amount_cents: Type.Integer(),
      approval_above: Type.Integer(),
    }),
  },
)
