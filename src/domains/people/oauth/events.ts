// The events of connected programs.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const GrantData = Type.Object({
  grant_id: Type.String(),
  client_id: Type.String(),
  client_name: Type.String(),
})

export const GrantCreated = defineEvent({
  type: 'grant.created',
  version: 1,
  summary: 'A person connected a program and granted it scopes.',
  data: Type.Object({
    ...GrantData.properties,
    scopes: Type.Array(Type.String()),
    daily_limit_minor: Type.Union([Type.Integer(), Type.Null()]),
  }),
})

export const GrantUpdated = defineEvent({
  type: 'grant.updated',
  version: 1,
  summary: 'A person changed how much a connected program may spend a day.',
  data: Type.Object({
    ...GrantData.properties,
    daily_limit_minor: Type.Union([Type.Integer(), Type.Null()]),
  }),
})

export const GrantRevoked = defineEvent({
  type: 'grant.revoked',
  version: 1,
  summary: 'A connected program was disconnected, by the person, by itself or for misuse.',
  data: GrantData,
})
