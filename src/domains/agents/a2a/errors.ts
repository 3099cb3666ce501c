// What tasks are refused for.
import { defineError } from '../../../operation/error.ts'

export const TaskStateWrong = defineError<{ state: string; action: 'cancel' | 'answer' }>(
  'TASK_STATE',
  422,
  (d) =>
    d.action === 'cancel'
      ? `This task is ${d.state}; it cannot be canceled any more.`
      : `This task is ${d.state}; it does not wait for input.`,
)
