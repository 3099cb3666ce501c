// A task as the A2A protocol has it: with its conversation and the messages about it.
import { Type } from 'typebox'
import { described, freeForm } from '../../../../kernel/schema.ts'
import { Task } from '../schema.ts'

/** The messages that are kept about one task; older ones are dropped. */
export const HISTORY_MAX = 20

/** In a page of tasks each has fewer, because all of them are in one answer. */
export const HISTORY_IN_LIST_MAX = 2

export const ContextId = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The conversation, with an id that the client chose.',
})

/** The protocol has read it; here it is bounded and stored. */
export const MessageInput = freeForm(
  { description: 'The message of the protocol: messageId, role and parts.' },
  { bytesMax: 32_768, levelsMax: 9 },
)

export const historyLength = (most: number) =>
  Type.Integer({ minimum: 0, maximum: most, description: 'How many of the last messages to add.' })

export const Conversation = Type.Object({
  ...Task.properties,
  context_id: Type.String(),
  round: described(Type.Integer(), 'Grows with each answer to `input-required`.'),
  history: Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: HISTORY_MAX }),
})
