// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'oauth.artifacts': { through: { grant_uuid: 'oauth.grants.uuid' }, erase: 'rows' },
  'oauth.clients': 'Programs that may be connected; no user is named.',
  'oauth.delegates': { through: { grant_uuid: 'oauth.grants.uuid' }, erase: 'rows' },
  'oauth.grants': { of: 'user_uuid', erase: 'rows' },
})
