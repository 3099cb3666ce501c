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

export const TwoFactorChanged = defineEvent({
  type: 'user.two_factor_changed',
  version: 1,
  summary: 'Two-factor sign-in was switched on or off.',
  data: Type.Object({ user_uuid: Type.String(), enabled: Type.Boolean() }),
})
