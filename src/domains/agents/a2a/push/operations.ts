// The addresses that are notified of the changes of a task.
import { Type } from 'typebox'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { asAgent } from '../../agents/index.ts'
import { TooManyPushConfigs } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { PushOptions } from './service.ts'

const graphql = { omit: 'Clients of the A2A protocol call it by JSON-RPC.' }
const task_id = Type.String({ maxLength: 255, description: 'The id of the task.' })

export const makePushOperations = (options: PushOptions) => [
  defineOperation({
    name: 'a2a_push.set',
    kind: 'command',
    summary: 'Have an address notified of the changes of a task.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object({ task_id, ...schema.pushFields }),
    output: schema.PushConfig,
    errors: [NotFound, Invalid, TooManyPushConfigs],
    rest: [],
    graphql,
    prepare: ({ url }) => service.checkUrl(url, options),
    handler: ({ task_id: task, ...request }, ctx) => service.set(task, request, ctx, options),
  }),
  defineOperation({
    name: 'a2a_push.get',
    kind: 'query',
    summary: 'Show one address that is notified of the changes of a task.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object({ task_id, id: Type.Optional(schema.PushId) }),
    output: schema.PushConfig,
    errors: [NotFound],
    rest: [],
    graphql,
    handler: (input, ctx) => service.get(input.task_id, input.id, ctx),
  }),
  defineOperation({
    name: 'a2a_push.list',
    kind: 'query',
    summary: 'List the addresses that are notified of the changes of a task.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object({ task_id }),
    output: Type.Object({ configs: Type.Array(schema.PushConfig, { maxItems: 10 }) }),
    errors: [NotFound],
    rest: [],
    graphql,
    handler: async (input, ctx) => ({ configs: await service.list(input.task_id, ctx) }),
  }),
  defineOperation({
    name: 'a2a_push.delete',
    kind: 'command',
    summary: 'No longer notify an address of the changes of a task.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object({ task_id, id: schema.PushId }),
    output: Type.Object({}),
    errors: [NotFound],
    rest: [],
    graphql,
    handler: (input, ctx) => service.remove(input.task_id, input.id, ctx),
  }),
]
