// Tasks as the A2A protocol has them. The transport of the protocol calls these operations; the routes of REST and the
// fields of GraphQL are those of the tasks themselves (see ../operations.ts).
import { Type } from 'typebox'
import { DateTime } from '../../../../kernel/schema.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation, defineSubscription } from '../../../../operation/operation.ts'
import { streamErrors } from '../../../../operation/stream-errors.ts'
import { actingErrors, AgentNotActive, asAgent, Did } from '../../agents/index.ts'
import { TaskStateConflict } from '../errors.ts'
import { TooManyPushConfigs } from '../push/errors.ts'
import { PushInput } from '../push/schema.ts'
import { checkUrl } from '../push/service.ts'
import { FreeForm, TaskInput, TaskState } from '../schema.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { ConversationOptions } from './service.ts'

const graphql = { omit: 'Clients of the A2A protocol call it by JSON-RPC.' }
const one = { id: Type.String({ maxLength: 255, description: 'The id of the task.' }) }

export const makeConversationOperations = (options: ConversationOptions) => [
  defineOperation({
    name: 'a2a_task.send',
    kind: 'command',
    summary: 'Send the bank a task for one of its skills by a message of the A2A protocol.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object({
      sender_did: Type.Optional(Did),
      skill_id: Type.String({ minLength: 1, maxLength: 128, description: 'A skill of the card.' }),
      input: TaskInput,
      metadata: Type.Optional(FreeForm),
      context_id: Type.Optional(schema.ContextId),
      message: schema.MessageInput,
      push: Type.Optional(PushInput),
    }),
    output: schema.Conversation,
    errors: [...actingErrors, Invalid, TooManyPushConfigs],
    rest: [],
    graphql,
    prepare: async ({ push }) => push && checkUrl(push.url, options),
    handler: (input, ctx) => service.send(input, ctx, options),
  }),
  defineOperation({
    name: 'a2a_task.answer',
    kind: 'command',
    summary: 'Give a task the input that it waits for by a message of the A2A protocol.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object({
      ...one,
      input: TaskInput,
      context_id: Type.Optional(schema.ContextId),
      message: schema.MessageInput,
      push: Type.Optional(PushInput),
    }),
    output: schema.Conversation,
    errors: [NotFound, Invalid, AgentNotActive, TaskStateConflict, TooManyPushConfigs],
    rest: [],
    graphql,
    prepare: async ({ push }) => push && checkUrl(push.url, options),
    handler: (input, ctx) => service.answer(input, ctx, options),
  }),
  defineOperation({
    name: 'a2a_task.get',
    kind: 'query',
    summary: 'Show one task with the messages about it.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object({ ...one, history_length: schema.historyLength(schema.HISTORY_MAX) }),
    output: schema.Conversation,
    errors: [NotFound],
    rest: [],
    graphql,
    handler: ({ id, history_length }, ctx) => service.get(id, history_length, ctx),
  }),
  defineOperation({
    name: 'a2a_task.list',
    kind: 'query',
    summary: 'List the tasks of the caller’s agents, those that changed last first.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object({
      context_id: Type.Optional(schema.ContextId),
      state: Type.Optional(TaskState),
      since: Type.Optional(DateTime),
      history_length: schema.historyLength(schema.HISTORY_IN_LIST_MAX),
      limit: Type.Integer({ minimum: 1, maximum: 100 }),
      from_page: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    output: Type.Object({
      tasks: Type.Array(schema.Conversation, { maxItems: 100 }),
      next_page: Type.String(),
      total: Type.Integer({ description: 'The number of tasks on all pages, counted up to 1000.' }),
    }),
    errors: [Invalid],
    rest: [],
    graphql,
    handler: (input, ctx) => service.list(input, ctx),
  }),
  defineSubscription({
    name: 'a2a_task.follow',
    summary: 'Follow a task until it ends.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object(one),
    output: Type.Object({ task: schema.Conversation }),
    errors: streamErrors,
    rest: [],
    graphql,
    handler: ({ id }, ctx) => service.follow(id, ctx, options),
  }),
]
