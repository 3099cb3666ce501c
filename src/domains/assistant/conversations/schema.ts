// Wire shapes of conversations.
import { Type } from 'typebox'
import { DateTime, freeForm, Nullable, Uuid, described } from '../../../kernel/schema.ts'
import type { Value } from '../../../kernel/value.ts'

/** The messages of one conversation, the user's and the assistant's. */
export const MESSAGES_MAX = 100
/** The conversations of one user; the least recently active one is deleted. */
export const CONVERSATIONS_MAX = 100
export const MESSAGE_LENGTH_MAX = 4_000
const TOOLS_MAX = 20
const CONTEXT = { bytesMax: 4_096, levelsMax: 3 }

export const ChatInput = Type.Object({
  message: Type.String({
    minLength: 1,
    maxLength: MESSAGE_LENGTH_MAX,
    description: 'In plain words: "How much did I spend on groceries last month?"',
  }),
  conversation_id: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'The conversation to continue; a new one starts without it.',
    }),
  ),
  context: Type.Optional(
    freeForm(
      {
        description:
          'Fields that are kept with the conversation; account_uuid and asset_code limit the answers. At most 4 KB as JSON and 3 levels.',
      },
      CONTEXT,
    ),
  ),
  model: Type.Optional(
    Type.Enum(['gpt-4', 'gpt-3.5-turbo', 'claude-3'], {
      $id: 'ChatModel',
      description:
        'Accepted for compatibility: the bank’s own engine answers, with the language model that the bank has configured, if any.',
    }),
  ),
  temperature: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 2,
      description: 'How freely a language model may word the answer; 0.7 when absent.',
    }),
  ),
  stream: Type.Optional(
    Type.Boolean({
      description: 'Answer with server-sent events: pieces of the response, then the whole answer.',
    }),
  ),
})

const Tools = Type.Array(Type.String(), {
  maxItems: TOOLS_MAX,
  description: 'What the assistant used to answer.',
})
const Context = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The stored context; `understood` is what the next message may refer to.',
})

export const ChatAnswer = Type.Object(
  {
    conversation_id: Uuid,
    message_id: Uuid,
    response: Type.String(),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    tools_used: Tools,
    context: Context,
  },
  { $id: 'ChatAnswer' },
)

const summary = {
  id: Uuid,
  conversation_id: described(Uuid, 'The same as id.'),
  title: Type.String({ description: 'The beginning of the first message.' }),
  message_count: Type.Integer(),
  created_at: DateTime,
  updated_at: DateTime,
}

export const Conversation = Type.Object(
  {
    ...summary,
    last_message: Type.String({ description: 'The beginning of the newest message.' }),
  },
  { $id: 'Conversation' },
)

const ChatMessage = Type.Object(
  {
    message_id: Uuid,
    role: Type.Enum(['user', 'assistant', 'system'], { $id: 'ChatRole' }),
    content: Type.String(),
    confidence: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
    tools_used: Tools,
    rating: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
    timestamp: DateTime,
    created_at: described(DateTime, 'The same as timestamp.'),
  },
  { $id: 'ChatMessage' },
)

export const ConversationDetail = Type.Object(
  {
    ...summary,
    context: Context,
    messages: Type.Array(ChatMessage, { maxItems: MESSAGES_MAX }),
  },
  { $id: 'ConversationDetail' },
)

export type ChatRequest = Value<typeof ChatInput>
export type ChatReply = Value<typeof ChatAnswer>
