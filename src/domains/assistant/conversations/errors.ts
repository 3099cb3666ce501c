// The errors of conversations. The specification gives chat the status 400 for everything that is wrong with a message.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const InvalidChat = defineError<{ errors: Record<string, string[]> }>(
  'CHAT_INVALID',
  400,
  (d) => Object.values(d.errors)[0]?.[0] ?? 'The message is invalid.',
)

export const UnknownConversation = defineError<{ conversation_id: string }>(
  'UNKNOWN_CONVERSATION',
  400,
  (d) => `You have no conversation ${d.conversation_id}; leave conversation_id out to begin one.`,
)

export const ConversationFull = defineError<{ messages: number }>(
  'CONVERSATION_FULL',
  400,
  (d) => `A conversation has at most ${d.messages} messages; begin another one.`,
)

export const ConversationBusy = defineError<{ retry_after: number }>(
  'CONVERSATION_BUSY',
  429,
  (d) =>
    `Another message of yours is being answered; send one at a time, and retry in ${d.retry_after} s.`,
  {
    details: Type.Object({ retry_after: Type.Integer() }),
    show: (d) => ({ headers: { 'Retry-After': String(d.retry_after) } }),
  },
)
