// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'ramp.sessions': {
    of: 'user_uuid',
    erase: ['wallet_address', 'checkout_url', 'reason'],
    kept: 'identification',
    blocks: {
      when: "status in ('pending', 'processing')",
      what: 'purchases and sales in progress',
    },
  },
})
