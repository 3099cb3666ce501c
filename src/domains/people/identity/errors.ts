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

/** For a user who has proved their identity. It commits its writes, so that the proof is used up. */
export const AccessSuspended = defineError<{ reason: string }>(
  'ACCESS_SUSPENDED',
  403,
  (d) => `Your access is suspended: ${d.reason} Contact the bank to have it restored.`,
  {
    advice:
      'Do not retry: no credential of this user works until an operator calls POST /api/v2/users/{uuid}/reinstate.',
    keepsWrites: true,
  },
)

export const UserStateConflict = defineError<{ reason: string }>(
  'USER_STATE_CONFLICT',
  422,
  (d) => d.reason,
  {
    meaning: 'The status, the role or the second factor of the user does not allow this.',
    advice:
      'Read `status`, `roles` and `two_factor` with GET /api/v2/users/{uuid} first. Operators are managed with the command "florin operator".',
  },
)

/** A wrong secret from a user who is already signed in. It commits its writes, so the failure is counted. */
export const WrongSecret = defineError<{ errors: Record<string, string[]> }>(
  'WRONG_SECRET',
  422,
  (d) => Object.values(d.errors)[0]![0]!,
  {
    meaning: 'The password or the code is wrong, or was used before.',
    advice:
      'Ask the user to enter it again. After ten wrong attempts from one network within 15 minutes, further ones are rejected until the 15 minutes are over.',
    keepsWrites: true,
  },
)

export const wrongPassword = (field: string): AppError =>
  WrongSecret({ errors: { [field]: ['The password is wrong.'] } })

export const wrongCode = (field: string): AppError =>
  WrongSecret({ errors: { [field]: ['The code is wrong or was used before.'] } })

export const TwoFactorStateConflict = defineError<{ reason: string }>(
  'TWO_FACTOR_STATE_CONFLICT',
  422,
  (d) => d.reason,
  {
    meaning: 'The second factor is not in the state that this needs.',
    advice:
      'Call POST /api/auth/2fa/enable, then POST /api/auth/2fa/confirm. `two_factor_confirmed_at` of GET /api/auth/user says whether the second factor is on.',
  },
)

export const EmailAlreadyConfirmed = defineError(
  'EMAIL_ALREADY_CONFIRMED',
  400,
  () => 'The e-mail address of this account is confirmed already; there is nothing to do.',
  {
    advice:
      'Ask for no more codes: `email_verified_at` of GET /api/auth/user is the time of the confirmation.',
  },
)
