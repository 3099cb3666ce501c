// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'subscription.verify': {
    output: {
      tier: 'pro',
      status: 'active',
      source: 'google_play',
      plan: 'monthly_pro',
      currentPeriodEnd: '2026-03-31T12:00:00.000Z',
      trialEndsAt: null,
      cancelledAtPeriodEnd: false,
      pausedUntil: null,
      reactivated: false,
    },
  },
  'subscription.get': {
    output: {
      tier: 'free',
      status: null,
      source: null,
      plan: null,
      currentPeriodEnd: null,
      trialEndsAt: null,
      cancelledAtPeriodEnd: false,
      pausedUntil: null,
      reactivated: false,
    },
  },
  'subscription.apple_notification': { output: { success: true } },
  'subscription.google_notification': { output: { success: true } },
}
