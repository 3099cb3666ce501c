// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'cross_chain.bridges': [
    {
      of: 'user_uuid',
      erase: ['sender_address', 'recipient_address', 'reason'],
      kept: 'identification',
      blocks: { when: "status not in ('completed', 'refunded')", what: 'bridges in progress' },
    },
    { of: 'credited_user', erase: ['recipient_address'], kept: 'identification' },
  ],
  'cross_chain.swaps': {
    of: 'user_uuid',
    erase: ['reason'],
    kept: 'books',
    blocks: { when: "status = 'pending'", what: 'swaps in progress' },
  },
})
