// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'mandates.mandates': {
    of: ['issuer_owner_uuid', 'subject_owner_uuid'],
    erase: ['payload', 'credential', 'reason'],
    kept: 'claims',
    blocks: {
      when: "status in ('accepted', 'executed', 'disputed')",
      what: 'mandates that are not completed',
    },
  },
  'mandates.payments': {
    through: { mandate_uuid: 'mandates.mandates.uuid' },
    erase: [],
    kept: 'books',
  },
})
