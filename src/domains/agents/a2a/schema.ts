// Wire shapes of the agent card and of tasks.
import { Type } from 'typebox'
import { toPlainSchema, toSchema } from '../../../kernel/json-schema.ts'
import { DateTime, freeForm } from '../../../kernel/schema.ts'
import { taskLife } from './life-cycle.ts'
import type { Skill } from './skills.ts'

export const FreeForm = freeForm({ maxProperties: 100 })
export const TaskInput = freeForm({
  maxProperties: 100,
  description: 'The input of the skill; the task asks for missing fields later.',
})
export const TaskState = taskLife.schema({
  $id: 'TaskState',
  description: 'The state of the task.',
})

export const Task = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    sender_did: Type.String(),
    skill_id: Type.String(),
    state: TaskState,
    input: FreeForm,
    output: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    error: Type.Union([
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        errors: Type.Optional(
          Type.Record(Type.String(), Type.Array(Type.String(), { maxItems: 64 })),
        ),
        payment: Type.Optional(
          Type.Record(Type.String(), Type.Unknown(), {
            description:
              'The price of the task and how to pay it: the body of the answer 402 of POST /api/v1/sms/send. Send the proof as input `payment_authorization` (`Payment <proof>`), or as one of the x402 fields of the skill’s inputSchema.',
          }),
        ),
      }),
      Type.Null(),
    ]),
    metadata: FreeForm,
    is_cancel_requested: Type.Boolean(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'AgentTask' },
)

const CardSkill = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  tags: Type.Array(Type.String(), { maxItems: 20 }),
  inputModes: Type.Array(Type.String(), { maxItems: 10 }),
  outputModes: Type.Array(Type.String(), { maxItems: 10 }),
  inputSchema: Type.Record(Type.String(), Type.Unknown(), {
    description: 'JSON Schema of a task’s `input`.',
  }),
})

export const AgentCard = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    url: Type.String(),
    provider: Type.Object({ organization: Type.String(), url: Type.String() }),
    version: Type.String(),
    documentationUrl: Type.String(),
    capabilities: Type.Object({
      streaming: Type.Boolean(),
      pushNotifications: Type.Boolean(),
      stateTransitionHistory: Type.Boolean(),
    }),
    authentication: Type.Object({ schemes: Type.Array(Type.String(), { maxItems: 10 }) }),
    defaultInputModes: Type.Array(Type.String(), { maxItems: 10 }),
    defaultOutputModes: Type.Array(Type.String(), { maxItems: 10 }),
    skills: Type.Array(CardSkill, { maxItems: 50 }),
  },
  { $id: 'AgentCard' },
)

/** The card offers neither streaming nor push: senders fetch the state of their tasks. */
export const toCard = (host: string, skills: readonly Skill[]) => ({
  name: 'Florin',
  description: 'A core bank that software agents can use.',
  url: `${host}/api/agent-protocol/tasks`,
  provider: { organization: 'Florin', url: host },
  version: '1.0.0',
  documentationUrl: `${host}/api/docs`,
  capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
  authentication: { schemes: ['bearer', 'apiKey'] },
  defaultInputModes: ['application/json'],
  defaultOutputModes: ['application/json'],
  skills: skills.map(({ id, name, op, tags }) => ({
    id,
    name,
    description: op.summary,
    tags: [...tags],
    inputModes: ['application/json'],
    outputModes: ['application/json'],
    inputSchema: toPlainSchema(toSchema(op.input)),
  })),
})
