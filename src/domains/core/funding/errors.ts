// The errors of moving cash and of naming tellers.
import { defineError } from '../../../operation/error.ts'

export const FundingNotAllowed = defineError(
  'FUNDING_NOT_ALLOWED',
  403,
  () =>
    'At this bank only operators and tellers may deposit and withdraw cash; ask one of them, or use a transfer or the ramp.',
  {
    advice:
      'Read `may_fund` by GET /api/v2/funding before offering cash. An operator names tellers by POST /api/v2/tellers; a teller acts with a login or an API key of their own, not through an agent or an OAuth client.',
  },
)

export const TellerExists = defineError<{ user_uuid: string }>(
  'TELLER_EXISTS',
  409,
  (d) => `The user ${d.user_uuid} is already a teller.`,
  { advice: 'Send no second request; GET /api/v2/tellers lists the current tellers.' },
)
