// Before the examples of subscriptions: receipts and notifications of the app stores.
import { randomUUID } from 'node:crypto'
import type { Preparations } from '../../../../test/contract/prepare/scene.ts'
import { signAsApple, toPush } from './test-support.ts'

export const preparations: Preparations = {
  'subscription.verify': () => ({ receipt: `sandbox:${randomUUID()}` }),
  'subscription.apple_notification': async ({ bank }) => ({
    signedPayload: await signAsApple({
      notificationType: 'TEST',
      notificationUUID: randomUUID(),
      data: { bundleId: bank.env.APPLE_BUNDLE_ID ?? 'app.zelta' },
    }),
  }),
  'subscription.google_notification': ({ bank }) => ({
    message: toPush(bank, { notificationType: 13, purchaseToken: `sandbox:${randomUUID()}` }),
  }),
}
