// Runs the maintenance tasks of a batch, one per step.
import { deleteOldReplies } from '../../../operation/retention.ts'
import { analyzeLedger, expireHolds } from '../ledger/index.ts'
import { maintenanceTasks, type ParametersOf } from './parameters.ts'
import type { StepResult, StepContext } from './step.ts'

type Task = (typeof maintenanceTasks)[number]

interface State {
  readonly left: readonly Task[]
  readonly done: readonly { readonly task: Task; readonly [what: string]: unknown }[]
}

const tasks: Readonly<Record<Task, (work: StepContext) => Promise<object>>> = {
  prune_replies: async ({ ctx }) => ({ deleted: await deleteOldReplies(ctx.tx, ctx.now) }),
  /** Handles at most one chunk; the next batch takes the rest. */
  expire_holds: ({ ctx, chunkSize }) => expireHolds(ctx, chunkSize),
  analyze_ledger: async ({ ctx }) => ({ analyzed: await analyzeLedger(ctx.tx) }),
}

export async function runMaintenance(work: StepContext): Promise<StepResult> {
  const { operation } = work
  const parameters = operation.parameters as ParametersOf<'maintenance_tasks'>
  const wanted = parameters.tasks ?? [...maintenanceTasks]
  const { left, done } = (operation.state as State | null) ?? { left: wanted, done: [] }
  const [task, ...rest] = left as [Task, ...Task[]]
  const state: State = { left: rest, done: [...done, { task, ...(await tasks[task](work)) }] }
  return {
    processed: 1,
    total: wanted.length,
    state,
    ...(rest.length === 0 && { result: { tasks: state.done } }),
  }
}
