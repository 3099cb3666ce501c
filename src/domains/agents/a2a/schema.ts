// Wire shapes of tasks.
import { Type } from 'typebox'
import { DateTime, freeForm } from '../../../kernel/schema.ts'
import { taskLife } from './life-cycle.ts'

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
