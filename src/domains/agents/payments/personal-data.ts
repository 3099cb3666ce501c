// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'agent_payments.payments': {
    of: ['from_owner', 'to_owner'],
    erase: ['description', 'metadata', 'reason'],
    kept: 'books',
    blocks: { when: "status = 'pending'", what: 'pending payments of agents' },
  },
})
