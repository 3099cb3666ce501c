// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'api_keys.keys': { of: 'user_uuid', erase: 'rows' },
  'api_keys.requests': { through: { key_uuid: 'api_keys.keys.uuid' }, erase: 'rows' },
  'api_keys.usage': { through: { key_uuid: 'api_keys.keys.uuid' }, erase: 'rows' },
})
