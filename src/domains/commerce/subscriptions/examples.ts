// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const subscriptionProjection = {
  tier: 'pro',
  status: 'active',
  source: 'google_play',
  plan: 'monthly_pro',
  currentPeriodEnd: '2026-03-31T12:00:00.000Z',
  trialEndsAt: null,
  cancelledAtPeriodEnd: false,
  pausedUntil: null,
  reactivated: false,
}

export const examples = defineExamples({
  'subscription.verify': {
    input: {
      platform: 'google_play',
      receipt: 'sandbox:0199d3a2-7c00-7000-8000-000000000066',
      productId: 'zelta_pro_monthly',
    },
    output: subscriptionProjection,
    other: { productId: 'zelta_pro_annual' },
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
  'subscription.apple_notification': {
    input: {
      signedPayload:
        'eyJhbGciOiJFUzI1NiJ9.eyJub3RpZmljYXRpb25UeXBlIjoiVEVTVCIsIm5vdGlmaWNhdGlvblVVSUQiOiI5MzkxOGU1NC01ODAzLTRlMWUtODJmMC04OWFiYjRiODUwMmYiLCJkYXRhIjp7ImJ1bmRsZUlkIjoiYXBwLnplbHRhIn19.EKD2gdm_fWN6err5tRmHEE0Q8eBpi8oOrvIM2Bkr8jiNdhrzX8WkG2IIfPkch7i_ient_HOVcUENG7JB6M_LFg',
    },
    output: { success: true },
  },
  'subscription.google_notification': {
    input: {
      message: {
        messageId: '0199d3a2-7c00-7000-8000-000000000060',
        data: 'eyJ2ZXJzaW9uIjoiMS4wIiwicGFja2FnZU5hbWUiOiJhcHAuemVsdGEiLCJldmVu',
      },
    },
    output: { success: true },
  },
})
