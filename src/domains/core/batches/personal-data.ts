// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'batches.batches': {
    of: 'user_uuid',
    erase: ['name', 'cancel_reason', 'error_message'],
    kept: 'books',
    blocks: {
      when: "status in ('pending', 'scheduled', 'processing') or compensation = 'pending'",
      what: 'batches that are not completed',
    },
  },
  'batches.operations': {
    through: { batch_id: 'batches.batches.id' },
    erase: ['parameters', 'state', 'result', 'error_message'],
    kept: 'books',
  },
  'batches.payments': {
    through: { operation_id: 'batches.operations.id' },
    erase: [],
    kept: 'books',
  },
})
