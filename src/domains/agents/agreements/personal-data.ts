// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'agent_agreements.agreements': {
    through: { first_uuid: 'agents.agents.uuid', second_uuid: 'agents.agents.uuid' },
    erase: 'rows',
  },
})
