// Operations of conversations with the assistant. Read this file first.
import { Type } from 'typebox'
import { reader, remover, writer } from '../../../operation/auth.ts'
import {
  Invalid,
  NotFound,
  TooManyConcurrentRequests,
  Unavailable,
} from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { ownMoney } from '../../../operation/spending.ts'
import type { Assistant } from './service.ts'
import { ConversationBusy, ConversationFull, InvalidChat, UnknownConversation } from './errors.ts'
import * as history from './history.ts'
import * as schema from './schema.ts'
import { answerStream } from './stream.ts'

const conversationId = Type.String({
  maxLength: 255,
  description: 'The id of the conversation.',
})

export const makeOperations = (assistant: Assistant) => [
  defineOperation({
    name: 'conversation.chat',
    kind: 'command',
    summary: 'Ask the assistant in plain words; starts or continues a conversation.',
    auth: reader,
    spends: ownMoney,
    input: schema.ChatInput,
    output: schema.ChatAnswer,
    errors: [
      InvalidChat,
      UnknownConversation,
      ConversationFull,
      ConversationBusy,
      TooManyConcurrentRequests,
      Unavailable,
    ],
    invalid: (errors) => InvalidChat({ errors }),
    rest: [
      {
        route: 'POST /api/ai/chat',
        envelope: 'bare',
        bodyBytesMax: 65_536,
        files: { stream: answerStream },
        chooseFile: ({ stream }) => (stream === true ? 'stream' : ''),
      },
    ],
    graphql: { field: 'sendAiMessage' },
    exempt: {
      guards: 'A transfer that it proposes asks by itself.',
      debt: 'A transfer that it proposes answers by itself.',
    },
    prepare: (input, ctx) => assistant.answer(input, ctx),
    handler: (input, ctx, prepared) => assistant.keep(input, ctx, prepared),
  }),
  defineOperation({
    name: 'conversation.list',
    kind: 'query',
    summary: 'List the conversations of the caller, the most recently active first.',
    auth: reader,
    input: Type.Object({
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 10,
        description: 'The largest number of conversations to return.',
      }),
    }),
    output: Type.Array(schema.Conversation, { maxItems: 100 }),
    errors: [],
    rest: [{ route: 'GET /api/ai/conversations', envelope: 'bare' }],
    graphql: { field: 'aiConversations' },
    handler: ({ limit }, ctx) => history.listConversations(limit, ctx),
  }),
  defineOperation({
    name: 'conversation.get',
    kind: 'query',
    summary: 'Get a conversation with all of its messages.',
    auth: reader,
    input: Type.Object({ conversationId }),
    output: schema.ConversationDetail,
    errors: [NotFound],
    rest: [{ route: 'GET /api/ai/conversations/:conversationId', envelope: 'bare' }],
    graphql: { field: 'aiConversation', args: { conversation_id: 'conversationId' } },
    handler: ({ conversationId: id }, ctx) => history.getConversation(id, ctx),
  }),
  defineOperation({
    name: 'conversation.delete',
    kind: 'command',
    summary: 'Delete a conversation with everything in it.',
    auth: remover,
    input: Type.Object({ conversationId }),
    output: Type.Null(),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/ai/conversations/:conversationId', envelope: 'none' }],
    graphql: { field: 'deleteAiConversation', args: { conversation_id: 'conversationId' } },
    handler: ({ conversationId: id }, ctx) => history.deleteConversation(id, ctx),
  }),
  defineOperation({
    name: 'conversation.rate',
    kind: 'command',
    summary: 'Rate an answer of the assistant; a later rating replaces an earlier one.',
    auth: writer,
    input: Type.Object({
      message_id: Type.String({ maxLength: 255, description: 'The id of the answer.' }),
      rating: Type.Integer({ minimum: 1, maximum: 5, description: '5 is best.' }),
      feedback: Type.Optional(
        Type.String({ maxLength: 1_000, description: 'What was good or bad about it.' }),
      ),
    }),
    output: Type.Object({ message: Type.String() }, { $id: 'FeedbackTaken' }),
    errors: [Invalid],
    rest: [{ route: 'POST /api/ai/feedback', envelope: 'bare' }],
    graphql: { field: 'rateAiMessage' },
    handler: async (input, ctx) => {
      await history.rateMessage(input, ctx)
      return { message: 'Thank you for your feedback.' }
    },
  }),
]
