// Subscriptions that are bought in an app store. Read this file first.
import { Type } from 'typebox'
import { defineOperation } from '../../../operation/operation.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { CurrencyNotTaken, ReceiptRefused, SubscriptionConflict } from './errors.ts'
import { type NotificationOptions, receiveApple, receiveGoogle } from './notifications.ts'
import { toProjection } from './projection.ts'
import * as schema from './schema.ts'
import { findSubscription } from './store.ts'
import { verifyReceipt, type VerifyOptions } from './verify.ts'

/** A signed notification has three more tokens inside. */
const NOTIFICATION_BYTES_MAX = 262_144

export const makeOperations = (options: VerifyOptions & NotificationOptions) => [
  defineOperation({
    name: 'subscription.verify',
    kind: 'command',
    summary: 'Show the receipt of a subscription bought in an app store, and be served by it.',
    auth: writer,
    idempotency: 'required',
    input: Type.Object(schema.verifyInput),
    output: schema.Projection,
    errors: [ReceiptRefused, CurrencyNotTaken, SubscriptionConflict],
    invalid: (errors) =>
      ReceiptRefused({
        sentence: Object.values(errors)[0]?.[0] ?? 'The request is wrong.',
        errors,
      }),
    rest: [{ route: 'POST /api/v1/subscription/iap/verify', envelope: 'bare' }],
    handler: async (input, ctx) => {
      const { row, reactivated } = await verifyReceipt(input, ctx, options)
      return toProjection(row, ctx.now, reactivated)
    },
  }),
  defineOperation({
    name: 'subscription.get',
    kind: 'query',
    summary: 'The caller’s subscription, whatever store it was bought in.',
    auth: reader,
    input: Type.Object({}),
    output: schema.Projection,
    errors: [],
    rest: [{ route: 'GET /api/v1/subscription/me', envelope: 'bare' }],
    handler: async (_input, { tx, caller, now }) => {
      const who = { environment: caller.environment, user_uuid: caller.user! }
      return toProjection(await findSubscription(tx, who), now)
    },
  }),
  defineOperation({
    name: 'subscription.apple_notification',
    kind: 'command',
    summary: 'The App Store tells, signed, what has become of a subscription.',
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
    handler: async ({ signedPayload }, ctx) => {
      await receiveApple(signedPayload, ctx, options)
      return { success: true }
    },
  }),
  defineOperation({
    name: 'subscription.google_notification',
    kind: 'command',
    summary: 'Google Play tells, by a push of Pub/Sub, that something became of a subscription.',
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
    handler: async ({ message }, ctx) => {
      await receiveGoogle(message, ctx, options)
      return { success: true }
    },
  }),
]
