// The events of connected clients.
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
  summary: 'A user connected a client and granted it scopes.',
  data: Type.Object({
    ...GrantData.properties,
    scopes: Type.Array(Type.String()),
    daily_limit_minor: Type.Union([Type.Integer(), Type.Null()]),
  }),
})

export const GrantUpdated = defineEvent({
  type: 'grant.updated',
  version: 1,
  summary: 'A user changed the daily spending limit of a connected client.',
  data: Type.Object({
    ...GrantData.properties,
    daily_limit_minor: Type.Union([Type.Integer(), Type.Null()]),
  }),
})

export const GrantRevoked = defineEvent({
  type: 'grant.revoked',
  version: 1,
  summary: 'A client was disconnected: by the user, by itself or for misuse.',
  data: GrantData,
})

export const GrantDelegated = defineEvent({
  type: 'grant.delegated',
  version: 1,
  summary: 'A connected client passed some of its access on to another client for the first time.',
  data: Type.Object({
    ...GrantData.properties,
    delegate_id: Type.String(),
    delegate_name: Type.String(),
    scopes: Type.Array(Type.String()),
  }),
})
