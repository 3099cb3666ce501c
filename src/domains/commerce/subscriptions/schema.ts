// The wire shapes of subscriptions. The specification writes these fields in camel case.
import { Type } from 'typebox'
import { DateTime, Nullable, described } from '../../../kernel/schema.ts'
import { endStatuses, liveStatuses, plans, productIds, sources } from './products.ts'

export const Projection = Type.Object(
  {
    tier: Type.Enum(['free', 'pro'], { description: 'The service level of the caller.' }),
    status: Nullable(
      Type.Enum([...liveStatuses, ...endStatuses], {
        description: `With ${liveStatuses.join(', ')} the tier is pro.`,
      }),
    ),
    source: Nullable(Type.Enum([...sources])),
    plan: Nullable(Type.Enum([...plans])),
    currentPeriodEnd: Nullable(DateTime),
    trialEndsAt: Nullable(DateTime),
    cancelledAtPeriodEnd: Type.Boolean(),
    pausedUntil: Nullable(DateTime),
    reactivated: Type.Boolean({
      description: 'True when this verification withdrew a cancellation.',
    }),
  },
  { $id: 'SubscriptionProjection' },
)

const WithdrawalConsent = Type.Object(
  {
    given: Type.Boolean({ description: 'Whether the customer agreed.' }),
    shownAt: described(DateTime, 'When the text was shown.'),
    acceptedAt: described(DateTime, 'When the customer agreed.'),
    consentText: Type.String({
      minLength: 1,
      maxLength: 20_000,
      description: 'The text that was shown.',
    }),
    version: Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The version of the text.',
    }),
  },
  {
    $id: 'WithdrawalConsent',
    description: 'Required, and given, from app version 1.3.1 on; optional before.',
  },
)

export const verifyInput = {
  platform: Type.Enum([...sources], { description: 'The store it was bought in.' }),
  receipt: Type.String({
    minLength: 1,
    maxLength: 100_000,
    description: 'A signed transaction (JWS) of Apple, or a purchase token of Google.',
  }),
  productId: Type.String({
    minLength: 1,
    maxLength: 255,
    description: `One of: ${productIds.join(', ')}.`,
  }),
  originalTransactionId: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'Apple only: must match the receipt.',
      }),
    ),
  ),
  appVersion: Type.Optional(
    Nullable(Type.String({ minLength: 1, maxLength: 120, description: 'The version of the app.' })),
  ),
  currency: Type.Optional(
    Nullable(
      Type.String({
        pattern: '^[A-Za-z]{3}$',
        description: 'ISO 4217; only EUR is accepted, which is also the default.',
      }),
    ),
  ),
  withdrawalConsent: Type.Optional(Nullable(WithdrawalConsent)),
}

export const Received = Type.Object(
  { success: Type.Boolean() },
  { $id: 'StoreNotificationReceived' },
)

/** A push of Google Pub/Sub. */
export const PubSubMessage = Type.Object(
  {
    data: Type.String({ maxLength: 100_000, description: 'Base64 of a DeveloperNotification.' }),
    messageId: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The id of the push; a repeated one is ignored.',
    }),
  },
  { $id: 'PubSubMessage', description: 'The push, as Google Pub/Sub sends it.' },
)
