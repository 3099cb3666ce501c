// The life of a task. Its sender can cancel and answer it; the bank's task runner takes the other steps.
import { type ActionOf, defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { TaskStateConflict } from './errors.ts'

export const taskLife = defineLifeCycle({
  name: 'task',
  states: ['submitted', 'working', 'input-required', 'completed', 'canceled', 'failed'],
  starts: ['submitted'],
  ends: ['completed', 'canceled', 'failed'],
  steps: [
    { action: 'start', from: ['submitted'], to: 'working', who: ['runner'] },
    {
      action: 'ask',
      from: ['working'],
      to: 'input-required',
      who: ['runner'],
      guard: 'the skill rejected its input, or requires payment first',
    },
    { action: 'answer', from: ['input-required'], to: 'working', who: ['sender'] },
    { action: 'complete', from: ['working'], to: 'completed', who: ['runner'] },
    {
      action: 'cancel',
      from: ['submitted', 'working', 'input-required'],
      to: 'canceled',
      who: ['sender'],
      guard: 'a running task is canceled only if its operation is refused',
    },
    {
      action: 'fail',
      from: ['submitted', 'working', 'input-required'],
      to: 'failed',
      who: ['runner', 'clock'],
      guard: 'the skill refused, the retries ran out, or no input arrived for a week',
    },
  ],
  refuse: ({ state, action }) =>
    action === 'cancel' || action === 'answer' ? TaskStateConflict({ state, action }) : undefined,
})

export type TaskState = StateOf<typeof taskLife>
export type TaskAction = ActionOf<typeof taskLife>
