// The life of a task, said once: what may happen in each state, and what it is then. Guards ask this
// table, and the tests walk through every pair of state and action.

export type TaskState =
  | 'submitted'
  | 'working'
  | 'input-required'
  | 'completed'
  | 'canceled'
  | 'failed'
export type TaskAction = 'start' | 'ask' | 'answer' | 'complete' | 'cancel' | 'fail'

export const taskLife: Readonly<
  Record<TaskState, Readonly<Partial<Record<TaskAction, TaskState>>>>
> = {
  submitted: { start: 'working', cancel: 'canceled', fail: 'failed' },
  working: { ask: 'input-required', complete: 'completed', cancel: 'canceled', fail: 'failed' },
  'input-required': { answer: 'working', cancel: 'canceled', fail: 'failed' },
  completed: {},
  canceled: {},
  failed: {},
}

export const taskStates = Object.keys(taskLife) as TaskState[]
export const taskActions: readonly TaskAction[] = [
  'start',
  'ask',
  'answer',
  'complete',
  'cancel',
  'fail',
]

/** Undefined when it may not happen in that state. */
export const nextState = (state: TaskState, action: TaskAction): TaskState | undefined =>
  taskLife[state][action]
