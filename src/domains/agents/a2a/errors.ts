// Errors of tasks.
import { defineError } from '../../../operation/error.ts'

export const TaskStateConflict = defineError<{ state: string; action: 'cancel' | 'answer' }>(
  'TASK_STATE_CONFLICT',
  422,
  (d) =>
    d.action === 'cancel'
      ? `This task is ${d.state}; it can no longer be canceled.`
      : `This task is ${d.state}; only a task that is input-required takes input.`,
  {
    advice:
      'Read `state` with GET /api/agent-protocol/tasks/{id}. A task that is completed, canceled or failed is final; send a new one with POST /api/agent-protocol/tasks/send.',
  },
)
