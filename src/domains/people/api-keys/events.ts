// The events of API keys.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const KeyData = Type.Object({ key_uuid: Type.String(), name: Type.String() })

export const ApiKeyCreated = defineEvent({
  type: 'api_key.created',
  version: 1,
  summary: 'An API key was created.',
  data: KeyData,
})

export const ApiKeyRevoked = defineEvent({
  type: 'api_key.revoked',
  version: 1,
  summary: 'An API key was revoked and stopped working.',
  data: KeyData,
})
