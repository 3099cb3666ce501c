// The operations of subscriptions bought in an app store. Read this file first.
import { Type } from 'typebox'
import { defineOperation } from '../../../operation/operation.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { CurrencyNotAccepted, ReceiptRefused, SubscriptionConflict } from './errors.ts'
import { type NotificationOptions, receiveApple, receiveGoogle } from './notifications.ts'
import { toProjection } from './view.ts'
import * as schema from './schema.ts'
import { findSubscription, verifyReceipt, type VerifyOptions } from './service.ts'

/** Generous, because a signed notification contains further signed tokens. */
const NOTIFICATION_BYTES_MAX = 262_144

export const makeOperations = (options: VerifyOptions & NotificationOptions) => [
  defineOperation({
    name: 'subscription.verify',
    kind: 'command',
    summary: 'Verify the receipt of a subscription bought in an app store, and activate it.',
    auth: writer,
    idempotency: 'required',
    input: Type.Object(schema.verifyInput),
    output: schema.Projection,
    errors: [ReceiptRefused, CurrencyNotAccepted, SubscriptionConflict],
    invalid: (errors) =>
      ReceiptRefused({
        sentence: Object.values(errors)[0]?.[0] ?? 'The request is invalid.',
        errors,
      }),
    rest: [{ route: 'POST /api/v1/subscription/iap/verify', envelope: 'bare' }],
    exempt: { tenants: 'The request carries the proof.' },
    handler: async (input, ctx) => {
      const { row, reactivated } = await verifyReceipt(input, ctx, options)
      return toProjection(row, ctx.now, reactivated)
    },
  }),
  defineOperation({
    name: 'subscription.get',
    kind: 'query',
    summary: 'The caller’s subscription, from any store.',
    auth: reader,
    input: Type.Object({}),
    output: schema.Projection,
    errors: [],
    rest: [{ route: 'GET /api/v1/subscription/me', envelope: 'bare' }],
    handler: async (_input, ctx) => toProjection(await findSubscription(ctx), ctx.now),
  }),
  defineOperation({
    name: 'subscription.apple_notification',
    kind: 'command',
    summary: 'Receive a signed notification of the App Store about a subscription.',
    auth: 'public',
    input: Type.Object({
      signedPayload: Type.String({
        minLength: 1,
        maxLength: NOTIFICATION_BYTES_MAX,
        description: 'The notification as Apple signed it (JWS).',
      }),
    }),
    output: schema.Received,
    errors: [],
    rest: [
      {
        route: 'POST /api/webhooks/apple/notifications',
        envelope: 'bare',
        bodyBytesMax: NOTIFICATION_BYTES_MAX,
      },
    ],
    graphql: { omit: 'Only the provider calls it.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: async ({ signedPayload }, ctx) => {
      await receiveApple(signedPayload, ctx, options)
      return { success: true }
    },
  }),
  defineOperation({
    name: 'subscription.google_notification',
    kind: 'command',
    summary: 'Receive a notification of Google Play about a subscription, pushed by Pub/Sub.',
    auth: 'public',
    input: Type.Object({ message: schema.PubSubMessage }),
    output: schema.Received,
    errors: [],
    rest: [
      {
        route: 'POST /api/webhooks/google/play',
        envelope: 'bare',
        bodyBytesMax: NOTIFICATION_BYTES_MAX,
      },
    ],
    graphql: { omit: 'Only the provider calls it.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: async ({ message }, ctx) => {
      await receiveGoogle(message, ctx, options)
      return { success: true }
    },
  }),
]
