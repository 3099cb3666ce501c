// The agent card with the bank's skills, and the tasks that agents send. Read this file first.
import { Type } from 'typebox'
import { described } from '../../../kernel/schema.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { actingErrors, AgentNotActive, asAgent, Did } from '../agents/index.ts'
import { TaskStateConflict } from './errors.ts'
import { AgentCard, toCard } from './card.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { TaskOptions } from './service.ts'
import { listSkills } from './skills.ts'

const AT = '/api/agent-protocol/tasks'
const BODY_BYTES_MAX = 131_072
const one = { id: Type.String({ maxLength: 255, description: 'The id of the task.' }) }

export const makeOperations = (options: TaskOptions, baseUrl: () => string) => [
  defineOperation({
    name: 'a2a.card',
    kind: 'query',
    summary: 'Show the agent card of the bank (A2A): its skills and how to use them.',
    auth: 'public',
    input: Type.Object({}),
    output: AgentCard,
    errors: [],
    rest: [
      { route: 'GET /.well-known/agent.json', envelope: 'bare' },
      { route: 'GET /.well-known/agent-card.json', envelope: 'bare' },
    ],
    graphql: { omit: 'A document at a well-known address.' },
    handler: () => toCard(baseUrl(), listSkills(options.performer)),
  }),
  defineOperation({
    name: 'task.send',
    kind: 'command',
    summary: 'Send the bank a task for one of its skills; it runs in the caller’s name.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object({
      sender_did: Did,
      skill_id: Type.String({
        minLength: 1,
        maxLength: 128,
        description: 'One of the skills on the card.',
      }),
      input: schema.TaskInput,
      metadata: Type.Optional(described(schema.FreeForm, 'Free-form; kept with the task.')),
    }),
    output: schema.Task,
    errors: [...actingErrors, Invalid],
    rest: [
      {
        route: `POST ${AT}/send`,
        status: 201,
        envelope: 'success',
        bodyBytesMax: BODY_BYTES_MAX,
      },
    ],
    handler: (input, ctx) => service.sendTask(input, ctx, options),
  }),
  defineOperation({
    name: 'task.list',
    kind: 'query',
    summary: 'List the tasks of the caller’s agents, newest first.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object({
      sender_did: Type.Optional(Did),
      state: Type.Optional(schema.TaskState),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'The greatest number of tasks to return.',
      }),
    }),
    output: Type.Array(schema.Task, { maxItems: 100 }),
    errors: [],
    rest: [{ route: `GET ${AT}`, envelope: 'success' }],
    handler: (input, ctx) => service.listTasks(input, ctx),
  }),
  defineOperation({
    name: 'task.get',
    kind: 'query',
    summary: 'Show one task with its state and its output or error.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object(one),
    output: schema.Task,
    errors: [NotFound],
    rest: [{ route: `GET ${AT}/:id`, envelope: 'success' }],
    handler: ({ id }, ctx) => service.getTask(id, ctx),
  }),
  defineOperation({
    name: 'task.answer',
    kind: 'command',
    summary: 'Give a task the input that it waits for.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object({ ...one, input: schema.TaskInput }),
    output: schema.Task,
    errors: [NotFound, AgentNotActive, TaskStateConflict],
    rest: [{ route: `POST ${AT}/:id/input`, envelope: 'success', bodyBytesMax: BODY_BYTES_MAX }],
    handler: ({ id, input }, ctx) => service.answerTask(id, input, ctx, options),
  }),
  defineOperation({
    name: 'task.cancel',
    kind: 'command',
    summary: 'Cancel a task; a task that is already running is canceled only if it fails.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object(one),
    output: schema.Task,
    errors: [NotFound, TaskStateConflict],
    rest: [{ route: `POST ${AT}/:id/cancel`, envelope: 'success' }],
    handler: ({ id }, ctx) => service.cancelTask(id, ctx, options),
  }),
]
