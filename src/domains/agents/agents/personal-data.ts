// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'agents.agents': {
    of: 'owner_uuid',
    erase: ['name', 'description', 'status_reason', 'capabilities', 'endpoints', 'metadata'],
    set: { status: "'inactive'" },
  },
  'agents.keys': { through: { agent_uuid: 'agents.agents.uuid' }, erase: 'rows' },
  'agents.used_challenges': 'Nonces that were used.',
})
