// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'disputes.disputes': [
    {
      of: 'payer_uuid',
      erase: ['description', 'decision_reason'],
      kept: 'claims',
      hide: ['receiver_uuid', 'receiver_notified_at'],
      blocks: { when: "status in ('open', 'awaiting_payer')", what: 'open disputes' },
    },
    {
      of: 'receiver_uuid',
      only: 'receiver_notified_at is not null',
      erase: [],
      kept: 'claims',
      notExported: 'The payer wrote it; what the bank asked about it is among the messages.',
      blocks: { when: "status in ('open', 'awaiting_payer')", what: 'open disputes' },
    },
  ],
  'disputes.messages': [
    {
      through: { dispute_id: 'disputes.disputes.id of payer_uuid' },
      only: "thread = 'payer'",
      erase: ['text'],
      kept: 'claims',
      hide: ['author_uuid'],
    },
    {
      through: { dispute_id: 'disputes.disputes.id of receiver_uuid' },
      only: "thread = 'receiver'",
      erase: ['text'],
      kept: 'claims',
      hide: ['author_uuid'],
    },
  ],
})
