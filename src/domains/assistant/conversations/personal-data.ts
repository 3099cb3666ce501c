// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'conversations.conversations': { of: 'user_uuid', erase: 'rows' },
  'conversations.messages': {
    through: { conversation_id: 'conversations.conversations.id' },
    erase: 'rows',
  },
  'conversations.model_calls': { of: 'user_uuid', erase: 'rows' },
  'conversations.proposals': { of: 'user_uuid', erase: 'rows' },
  'conversations.turns': { of: 'user_uuid', erase: 'rows' },
})
