// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'payment_rails.ach_files': { of: 'user_uuid', erase: ['content'], kept: 'identification' },
  'payment_rails.days': 'Counts by the day.',
  'payment_rails.inbox': 'Files of the networks, by the trace numbers of payments.',
  'payment_rails.mandates': {
    of: 'user_uuid',
    erase: ['creditor_name', 'creditor_iban', 'debtor_name', 'debtor_iban'],
    kept: 'claims',
  },
  'payment_rails.payments': {
    of: 'user_uuid',
    erase: ['party', 'memo', 'answer', 'reason', 'attempts', 'routing'],
    kept: 'identification',
    blocks: {
      when: "status in ('pending', 'processing', 'recovering')",
      what: 'payments over networks that are not completed',
    },
  },
})
