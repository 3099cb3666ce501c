// What forbids bringing cash in or taking it out, and naming tellers.
import { defineError } from '../../../operation/error.ts'

export const FundingNotAllowed = defineError(
  'FUNDING_NOT_ALLOWED',
  403,
  () =>
    'At this bank only operators and tellers bring cash in or take it out; ask one of them, or use a transfer or the ramp.',
)

export const TellerExists = defineError<{ user_uuid: string }>(
  'TELLER_EXISTS',
  409,
  (d) => `The user ${d.user_uuid} is a teller already.`,
)
