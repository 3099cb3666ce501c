// The errors of conversations. The specification gives chat the status 400 for everything that is wrong with a message.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const InvalidChat = defineError<{ errors: Record<string, string[]> }>(
  'CHAT_INVALID',
  400,
  (d) => Object.values(d.errors)[0]?.[0] ?? 'The message is invalid.',
  { advice: 'Correct the fields of POST /api/ai/chat that `errors` names.' },
)

export const UnknownConversation = defineError<{ conversation_id: string }>(
  'UNKNOWN_CONVERSATION',
  400,
  (d) => `You have no conversation ${d.conversation_id}; leave conversation_id out to begin one.`,
  { advice: 'GET /api/ai/conversations lists the ids that belong to the caller.' },
)

export const ConversationFull = defineError<{ messages: number }>(
  'CONVERSATION_FULL',
  400,
  (d) => `A conversation has at most ${d.messages} messages; begin another one.`,
  {
    advice:
      'Send the message without `conversation_id`; the response contains the id of a new conversation.',
  },
)

export const ConversationBusy = defineError<{ retry_after: number }>(
  'CONVERSATION_BUSY',
  429,
  (d) =>
    `Another message of yours is being answered; send one at a time, and retry in ${d.retry_after} s.`,
  {
    advice:
      'Wait for the response to the previous message, or for the time in Retry-After, before sending the next one.',
    details: Type.Object({ retry_after: Type.Integer() }),
    show: (d) => ({ headers: { 'Retry-After': String(d.retry_after) } }),
  },
)
