// The event of an agent's tasks; the agent's owner gets it.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

export const TaskStateChanged = defineEvent({
  type: 'task.state_changed',
  version: 1,
  summary:
    'A task of an agent changed its state: working, waiting for input, completed, canceled or failed.',
  data: Type.Object({
    task_id: Type.String(),
    sender_did: Type.String(),
    skill_id: Type.String(),
    from: Type.Union([Type.String(), Type.Null()]),
    to: Type.String(),
  }),
})
