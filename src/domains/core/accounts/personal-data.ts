// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'accounts.accounts': { of: 'user_uuid', erase: ['name', 'metadata'], hide: ['manager_uuid'] },
  'accounts.counts': { of: 'user_uuid', erase: [] },
  'accounts.status_changes': {
    through: { account_uuid: 'accounts.accounts.uuid' },
    erase: ['reason', 'note', 'authorized_by'],
    kept: 'evidence',
    hide: ['note', 'user_uuid'],
  },
})
