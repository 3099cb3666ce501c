// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'identity.credentials': { of: 'user_uuid', erase: 'rows' },
  'identity.email_confirmations': { of: 'user_uuid', erase: 'rows' },
  'identity.login_failures': 'Counts of wrong passwords; they are deleted after a day.',
  'identity.password_resets': { of: 'user_uuid', erase: 'rows' },
  'identity.recovery_codes': { of: 'user_uuid', erase: 'rows' },
  'identity.reset_mails':
    'Hashes of addresses; they are deleted after the window in which mails count.',
  'identity.status_changes': {
    of: 'user_uuid',
    erase: ['reason', 'note'],
    kept: 'evidence',
    hide: ['note'],
  },
  'identity.users': {
    of: 'uuid',
    erase: ['given_password_hash', 'two_factor_secret', 'two_factor_confirmed_at'],
    // The name and the address are kept sealed until the term is over, by the domain personal-data.
    set: {
      name: "'Erased customer'",
      email: "'erased-' || uuid || '@erased.invalid'",
      password_hash: "'erased'",
      status: "'suspended'",
    },
    hide: ['two_factor_last_step'],
    blocks: { when: "status = 'suspended'", what: 'a suspension by the bank' },
  },
})
