// The events about people and their sign-in.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

export const UserRegistered = defineEvent({
  type: 'user.registered',
  version: 1,
  summary: 'Somebody registered and can sign in.',
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
  reason: Type.String({ description: 'What the operator told the person.' }),
})

export const UserSuspended = defineEvent({
  type: 'user.suspended',
  version: 1,
  summary:
    'An operator suspended a person: they cannot sign in, and their credentials do not work.',
  data: StatusData,
})

export const UserReinstated = defineEvent({
  type: 'user.reinstated',
  version: 1,
  summary: 'An operator reinstated a suspended person: their credentials work again.',
  data: StatusData,
})

export const SessionsEnded = defineEvent({
  type: 'user.sessions_ended',
  version: 1,
  summary: 'An operator ended all sessions of a person, who can sign in again.',
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
    'The e-mail address of a person was proven, and all access from before ended: by a mailed code, a reset by mail, or an operator.',
  data: Type.Object({
    user_uuid: Type.String(),
    by: Type.Enum(['code', 'reset', 'operator']),
  }),
})

export const TwoFactorReset = defineEvent({
  type: 'user.two_factor_reset',
  version: 1,
  summary: 'The bank removed the second factor of a person, and ended their sessions.',
  data: StatusData,
})
