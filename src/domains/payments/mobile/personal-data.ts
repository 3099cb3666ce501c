// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

/** One of the two, the user or the address, must be there. */
const ERASED_EMAIL = "case when to_email is null then null else 'erased@erased.invalid' end"

export const personalData = definePersonalData({
  'mobile.intents': {
    of: 'user_uuid',
    erase: ['recipient', 'recipient_id', 'description', 'reason', 'error_message'],
    kept: 'identification',
    blocks: { when: 'ended_at is null', what: 'payments in the app that are not completed' },
  },
  'mobile.merchants': {
    of: 'user_uuid',
    erase: ['display_name', 'icon_url'],
    set: { is_open: 'false' },
  },
  'mobile.p2p_transfers': [
    {
      of: 'from_user',
      erase: ['note'],
      set: { to_email: ERASED_EMAIL },
      kept: 'identification',
      blocks: { when: "status = 'pending'", what: 'transfers that are not completed' },
    },
    {
      of: 'to_user',
      email: 'to_email',
      hide: ['from_user', 'from_account'],
      erase: ['note'],
      set: { to_email: ERASED_EMAIL },
      kept: 'identification',
      blocks: { when: "status = 'pending'", what: 'transfers that are not completed' },
    },
  ],
  'mobile.receipt_links': { of: 'user_uuid', erase: 'rows' },
})
