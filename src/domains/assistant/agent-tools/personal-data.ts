// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'agent_tools.calls': { of: 'user_uuid', erase: 'rows' },
  'agent_tools.disabled': 'Tools that operators switched off.',
  'agent_tools.keys': { of: 'user_uuid', erase: 'rows' },
  'agent_tools.spends': { through: { grant_uuid: 'oauth.grants.uuid' }, erase: 'rows' },
})
