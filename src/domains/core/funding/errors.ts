// The errors of moving cash and of naming tellers.
import { defineError } from '../../../operation/error.ts'

export const FundingNotAllowed = defineError(
  'FUNDING_NOT_ALLOWED',
  403,
  () =>
    'At this bank only operators and tellers may deposit and withdraw cash; ask one of them, or use a transfer or the ramp.',
)

export const TellerExists = defineError<{ user_uuid: string }>(
  'TELLER_EXISTS',
  409,
  (d) => `The user ${d.user_uuid} is already a teller.`,
  { advice: 'Nothing: read the list of tellers.' },
)
