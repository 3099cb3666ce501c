// The events of messages: the recipient's owner gets the first, the sender's owner the others.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const message = {
  message_id: Type.String(),
  from_agent_did: Type.String(),
  to_agent_did: Type.String(),
  message_type: Type.String(),
  priority: Type.String(),
  correlation_id: Type.Union([Type.String(), Type.Null()]),
  reply_to: Type.Union([Type.String(), Type.Null()]),
}

export const MessageReceived = defineEvent({
  type: 'agent_message.received',
  version: 1,
  summary: 'A message for an agent is in its inbox.',
  data: Type.Object({ ...message, requires_acknowledgment: Type.Boolean() }),
})

export const MessageDelivered = defineEvent({
  type: 'agent_message.delivered',
  version: 1,
  summary: 'A message reached its recipient.',
  data: Type.Object({ ...message, delivered_at: Type.String({ format: 'date-time' }) }),
})

export const MessageAcknowledged = defineEvent({
  type: 'agent_message.acknowledged',
  version: 1,
  summary: 'The recipient acknowledged a message.',
  data: Type.Object({ ...message, acknowledged_at: Type.String({ format: 'date-time' }) }),
})

export const MessageFailed = defineEvent({
  type: 'agent_message.failed',
  version: 1,
  summary: 'The recipient’s address did not accept a message; it stays in the inbox.',
  data: Type.Object({
    ...message,
    failed_at: Type.String({ format: 'date-time' }),
    retry_count: Type.Integer(),
  }),
})

export const MessageExpired = defineEvent({
  type: 'agent_message.expired',
  version: 1,
  summary: 'A message was not acknowledged in time.',
  data: Type.Object({ ...message, acknowledge_by: Type.String({ format: 'date-time' }) }),
})
