// The events about users and their sign-in.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

export const UserRegistered = defineEvent({
  type: 'user.registered',
  version: 1,
  summary: 'A user registered and can sign in.',
  data: Type.Object({ user_uuid: Type.String(), name: Type.String() }),
})

export const PasswordChanged = defineEvent({
  type: 'user.password_changed',
  version: 1,
  summary: 'A password was changed or reset; all earlier sessions ended.',
  data: Type.Object({ user_uuid: Type.String(), by: Type.Enum(['change', 'reset']) }),
})

const StatusData = Type.Object({
  user_uuid: Type.String(),
  reason: Type.String({ description: 'The reason given to the user.' }),
})

export const UserSuspended = defineEvent({
  type: 'user.suspended',
  version: 1,
  summary: 'An operator suspended a user, who cannot sign in and whose credentials do not work.',
  data: StatusData,
})

export const UserReinstated = defineEvent({
  type: 'user.reinstated',
  version: 1,
  summary: 'An operator reinstated a suspended user, whose credentials work again.',
  data: StatusData,
})

export const SessionsEnded = defineEvent({
  type: 'user.sessions_ended',
  version: 1,
  summary: 'An operator ended all sessions of a user, who can sign in again.',
  data: StatusData,
})

export const TwoFactorChanged = defineEvent({
  type: 'user.two_factor_changed',
  version: 1,
  summary: 'Two-factor sign-in was switched on or off.',
  data: Type.Object({ user_uuid: Type.String(), enabled: Type.Boolean() }),
})

export const EmailConfirmed = defineEvent({
  type: 'user.email_confirmed',
  version: 1,
  summary:
    'The e-mail address of a user was confirmed by a mailed code, a reset by mail or an operator; all earlier access was revoked.',
  data: Type.Object({
    user_uuid: Type.String(),
    by: Type.Enum(['code', 'reset', 'operator']),
  }),
})

export const TwoFactorReset = defineEvent({
  type: 'user.two_factor_reset',
  version: 1,
  summary: 'The bank removed the second factor of a user and ended their sessions.',
  data: StatusData,
})
