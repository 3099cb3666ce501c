// The events of an agent; its owner gets them.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const agent = { agent_id: Type.String(), did: Type.String() }

export const AgentRegistered = defineEvent({
  type: 'agent.registered',
  version: 1,
  summary: 'An agent was registered.',
  data: Type.Object({ ...agent, name: Type.String(), type: Type.String() }),
})

export const AgentStatusChanged = defineEvent({
  type: 'agent.status_changed',
  version: 1,
  summary: 'An agent became active, inactive or suspended.',
  data: Type.Object({ ...agent, from: Type.String(), to: Type.String() }),
})

export const AgentKeyRotated = defineEvent({
  type: 'agent.key_rotated',
  version: 1,
  summary: 'An agent has a new key; its sessions have ended.',
  data: Type.Object({ ...agent, key_version: Type.Integer() }),
})

export const AgentApiKeyCreated = defineEvent({
  type: 'agent.api_key_created',
  version: 1,
  summary: 'An agent got an API key.',
  data: Type.Object({ ...agent, key_id: Type.String(), scopes: Type.Array(Type.String()) }),
})

export const AgentApiKeyRevoked = defineEvent({
  type: 'agent.api_key_revoked',
  version: 1,
  summary: 'An API key of an agent was revoked; the sessions opened with it have ended.',
  data: Type.Object({ ...agent, key_id: Type.String() }),
})
