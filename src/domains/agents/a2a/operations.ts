// The card that says what agents can have done here, and the tasks by which they ask for it. Read first.
import { Type } from 'typebox'
import { described } from '../../../kernel/schema.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { actingErrors, AgentNotActive, asAgent, Did } from '../agents/index.ts'
import { TaskStateWrong } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import type { TaskOptions } from './service.ts'
import { listSkills } from './skills.ts'
import { listTasks } from './store.ts'

const AT = '/api/agent-protocol/tasks'
const BODY_BYTES_MAX = 131_072
const one = { id: Type.String({ maxLength: 255, description: 'The id of the task.' }) }

export const makeOperations = (options: TaskOptions, baseUrl: () => string) => [
  defineOperation({
    name: 'a2a.card',
    kind: 'query',
    summary: 'The agent card of the bank (A2A): what it does for agents, and how to ask.',
    auth: 'public',
    input: Type.Object({}),
    output: schema.AgentCard,
    errors: [],
    rest: [
      { route: 'GET /.well-known/agent.json', envelope: 'bare' },
      { route: 'GET /.well-known/agent-card.json', envelope: 'bare' },
    ],
    handler: () => schema.toCard(baseUrl(), listSkills(options.performer)),
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
    summary: 'The tasks of the caller’s agents, newest first.',
    auth: asAgent('read', 'messages:read'),
    input: Type.Object({
      sender_did: Type.Optional(Did),
      state: Type.Optional(schema.TaskState),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'At most so many tasks.',
      }),
    }),
    output: Type.Array(schema.Task, { maxItems: 100 }),
    errors: [],
    rest: [{ route: `GET ${AT}`, envelope: 'success' }],
    handler: (input, { tx, caller }) => listTasks(tx, { ...input, caller }),
  }),
  defineOperation({
    name: 'task.get',
    kind: 'query',
    summary: 'One task: its state, and what came of it.',
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
    summary: 'Give a task the input it waits for.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object({ ...one, input: schema.TaskInput }),
    output: schema.Task,
    errors: [NotFound, AgentNotActive, TaskStateWrong],
    rest: [{ route: `POST ${AT}/:id/input`, envelope: 'success', bodyBytesMax: BODY_BYTES_MAX }],
    handler: ({ id, input }, ctx) => service.answerTask(id, input, ctx, options),
  }),
  defineOperation({
    name: 'task.cancel',
    kind: 'command',
    summary: 'Cancel a task; one that is being carried out only if it comes to nothing.',
    auth: asAgent('write', 'messages:send'),
    input: Type.Object(one),
    output: schema.Task,
    errors: [NotFound, TaskStateWrong],
    rest: [{ route: `POST ${AT}/:id/cancel`, envelope: 'success' }],
    handler: ({ id }, ctx) => service.cancelTask(id, ctx),
  }),
]
