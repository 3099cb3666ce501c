// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'reputation.changes': {
    through: { agent_uuid: 'agents.agents.uuid', reviewer_uuid: 'agents.agents.uuid' },
    erase: ['comment'],
  },
  'reputation.scores': { through: { agent_uuid: 'agents.agents.uuid' }, erase: [] },
})
