// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'agent_messages.mailboxes': { through: { agent_uuid: 'agents.agents.uuid' }, erase: [] },
  'agent_messages.messages': {
    through: { from_agent_uuid: 'agents.agents.uuid', to_agent_uuid: 'agents.agents.uuid' },
    erase: ['payload', 'headers', 'correlation_id', 'last_error'],
  },
})
