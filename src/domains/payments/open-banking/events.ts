// The events of consents and of payments that third parties initiate: one for each state that they enter.
import { Type } from 'typebox'
import { Nullable } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'
import { consentLife, paymentLife } from './life-cycle.ts'

const consent = Type.Object({
  consent_id: Type.String({ format: 'uuid' }),
  consent_status: Type.Enum([...consentLife.states]),
  tpp_id: Type.String({ format: 'uuid' }),
  valid_until: Type.String({ format: 'date' }),
})

export const ConsentReceived = defineEvent({
  type: 'consent.received',
  version: 1,
  summary: 'A third party requested a consent, which waits for the account holder.',
  data: consent,
})

export const ConsentAuthorized = defineEvent({
  type: 'consent.authorized',
  version: 1,
  summary: 'The account holder authorized a consent.',
  data: consent,
})

export const ConsentRejected = defineEvent({
  type: 'consent.rejected',
  version: 1,
  summary: 'The account holder rejected a consent.',
  data: consent,
})

export const ConsentRevoked = defineEvent({
  type: 'consent.revoked',
  version: 1,
  summary: 'The account holder revoked a consent.',
  data: consent,
})

export const ConsentTerminated = defineEvent({
  type: 'consent.terminated',
  version: 1,
  summary: 'The third party terminated a consent.',
  data: consent,
})

export const ConsentExpired = defineEvent({
  type: 'consent.expired',
  version: 1,
  summary: 'A consent expired.',
  data: consent,
})

const payment = Type.Object({
  payment_id: Type.String({ format: 'uuid' }),
  status_code: Type.Enum([...paymentLife.states]),
  end_to_end_id: Type.String(),
  amount: Type.String({ description: 'Decimal.' }),
  currency: Type.String(),
  creditor_iban: Type.String(),
  reason: Nullable(Type.String()),
})

export const PaymentReceived = defineEvent({
  type: 'payment_initiation.received',
  version: 1,
  summary: 'A payment was initiated and waits for the account holder.',
  data: payment,
})

export const PaymentAuthorized = defineEvent({
  type: 'payment_initiation.authorized',
  version: 1,
  summary: 'The account holder authorized a payment.',
  data: payment,
})

export const PaymentExecuted = defineEvent({
  type: 'payment_initiation.executed',
  version: 1,
  summary: 'A payment is in progress; its amount is reserved.',
  data: payment,
})

export const PaymentCompleted = defineEvent({
  type: 'payment_initiation.completed',
  version: 1,
  summary: 'A payment is settled: the money is with the creditor.',
  data: payment,
})

export const PaymentRejected = defineEvent({
  type: 'payment_initiation.rejected',
  version: 1,
  summary: 'A payment was rejected by the account holder, or could not be settled.',
  data: payment,
})

export const PaymentCancelled = defineEvent({
  type: 'payment_initiation.cancelled',
  version: 1,
  summary: 'A payment was cancelled, or was not authorized in time.',
  data: payment,
})
