// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'subscription.verify': {
    input: {
      platform: 'google_play',
      receipt: 'sandbox:0199d3a2-7c00-7000-8000-000000000066',
      productId: 'zelta_pro_monthly',
    },
    other: { productId: 'zelta_pro_annual' },
  },
  'subscription.get': {},
  'subscription.apple_notification': {
    input: {
      signedPayload:
        'eyJhbGciOiJFUzI1NiJ9.eyJub3RpZmljYXRpb25UeXBlIjoiVEVTVCIsIm5vdGlmaWNhdGlvblVVSUQiOiI5MzkxOGU1NC01ODAzLTRlMWUtODJmMC04OWFiYjRiODUwMmYiLCJkYXRhIjp7ImJ1bmRsZUlkIjoiYXBwLnplbHRhIn19.EKD2gdm_fWN6err5tRmHEE0Q8eBpi8oOrvIM2Bkr8jiNdhrzX8WkG2IIfPkch7i_ient_HOVcUENG7JB6M_LFg',
    },
  },
  'subscription.google_notification': {
    input: {
      message: {
        messageId: '0199d3a2-7c00-7000-8000-000000000060',
        data: 'eyJ2ZXJzaW9uIjoiMS4wIiwicGFja2FnZU5hbWUiOiJhcHAuemVsdGEiLCJldmVu',
      },
    },
  },
})
