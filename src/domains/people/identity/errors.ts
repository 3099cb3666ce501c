// The errors of signing in. Every wrong credential gets the same wording, so that the answer does not reveal
// whether the account exists.
import { type AppError, defineError, Unauthenticated } from '../../../operation/error.ts'

const NO_MATCH = 'These credentials do not match our records.'

export const wrongLogin = (): AppError =>
  Unauthenticated({ reason: NO_MATCH, errors: { email: [NO_MATCH] } })

export const wrongRefreshToken = (): AppError =>
  Unauthenticated({
    reason: 'The refresh token is unknown, expired or was used before; sign in again.',
  })

/** For somebody who has proved who they are. It commits its writes, so that the proof is used up. */
export const AccessSuspended = defineError<{ reason: string }>(
  'ACCESS_SUSPENDED',
  403,
  (d) => `Your access is suspended: ${d.reason} Contact the bank to have it restored.`,
  { keepsWrites: true },
)

export const UserWrongState = defineError<{ reason: string }>(
  'USER_STATE_CONFLICT',
  422,
  (d) => d.reason,
)

/** A wrong secret from somebody who is already signed in. It commits its writes, so the failure is counted. */
export const WrongSecret = defineError<{ errors: Record<string, string[]> }>(
  'WRONG_SECRET',
  422,
  (d) => Object.values(d.errors)[0]![0]!,
  {
    meaning: 'The password or the code is wrong, or was used before.',
    advice: 'Ask the person again. After several wrong ones the login is locked for a while.',
    keepsWrites: true,
  },
)

export const wrongPassword = (field: string): AppError =>
  WrongSecret({ errors: { [field]: ['The password is wrong.'] } })

export const wrongCode = (field: string): AppError =>
  WrongSecret({ errors: { [field]: ['The code is wrong or was used before.'] } })

export const TwoFactorState = defineError<{ reason: string }>(
  'TWO_FACTOR_STATE_CONFLICT',
  422,
  (d) => d.reason,
  {
    meaning: 'The second factor is not in the state that this needs.',
    advice: 'Read the user: enable it before you confirm it, and confirm it before you use it.',
  },
)

export const EmailAlreadyConfirmed = defineError(
  'EMAIL_ALREADY_CONFIRMED',
  400,
  () => 'The e-mail address of this account is confirmed already; there is nothing to do.',
)
