// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'passkeys.devices': { of: 'user_uuid', erase: 'rows', hide: ['push_token'] },
  'passkeys.failures': { through: { device_uuid: 'passkeys.devices.uuid' }, erase: 'rows' },
  'passkeys.passkeys': { of: 'user_uuid', erase: 'rows' },
  'passkeys.sessions': { of: 'user_uuid', erase: 'rows' },
  'passkeys.used_challenges': 'Hashes of challenges that were used.',
})
