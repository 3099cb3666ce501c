// The rules for the sender of a task: sending, reading, answering and canceling it.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Caller } from '../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import { checkActive, getActingAgent } from '../agents/index.ts'
import { TaskStateChanged } from './events.ts'
import { taskLife, type TaskState } from './life-cycle.ts'
import type { Performer } from './ports.ts'
import { notify } from './push/job.ts'
import { findSkill, listSkills } from './skills.ts'
import * as store from './store.ts'
import type { StoredCaller, TaskChange, TaskRow } from './store.ts'

export interface TaskOptions {
  readonly performer: Performer
  readonly jobs: Jobs
}

/** The job that runs a task; it is sent in the transaction that creates or answers the task. */
export const RUN_JOB = 'a2a.run'

export interface TaskRequest {
  readonly sender_did: string
  readonly skill_id: string
  readonly input: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly context_id?: string
}

export async function sendTask(
  { sender_did, skill_id, input, metadata = {}, context_id }: TaskRequest,
  ctx: Context,
  { performer, jobs }: TaskOptions,
): Promise<TaskRow> {
  const sender = checkActive(await getActingAgent(sender_did, ctx))
  if (!findSkill(skill_id, performer)) {
    const known = listSkills(performer).map(({ id }) => id)
    throw Invalid({
      errors: {
        skill_id: [`There is no skill "${skill_id}"; the skills are ${known.join(', ')}.`],
      },
    })
  }
  const state = 'submitted'
  const task = await store.insertTask(
    ctx.tx,
    {
      id: uuidv7(ctx.now),
      environment: sender.environment,
      sender_uuid: sender.uuid,
      sender_did: sender.did,
      owner_uuid: sender.owner_uuid,
      skill_id,
      state,
      input,
      metadata,
      caller: keepCaller(ctx.caller),
      context_id: context_id ?? null,
    },
    ctx.now,
  )
  announce(task, null, ctx)
  await jobs.send(ctx.tx, RUN_JOB, { task: task.id })
  return task
}

const keepCaller = ({
  user,
  agent,
  tenant,
  credential,
  scopes,
  address,
}: Caller): StoredCaller => ({
  ...(user !== undefined && { user }),
  ...(agent !== undefined && { agent }),
  ...(tenant !== undefined && { tenant }),
  ...(credential && { credential }),
  scopes: [...scopes],
  address,
})

const announce = (task: TaskRow, from: TaskState | null, ctx: Context): void => {
  const { id, sender_did, skill_id, state, owner_uuid } = task
  const data = { task_id: id, sender_did, skill_id, from, to: state }
  ctx.emit(TaskStateChanged, data, { user_uuid: owner_uuid })
}

/** Updates the task; if its state changed, emits an event and notifies the addresses that were named for it. */
export async function change(
  task: TaskRow,
  changes: TaskChange,
  ctx: Context,
  { jobs }: Pick<TaskOptions, 'jobs'>,
): Promise<TaskRow> {
  const changed = await store.updateTask(ctx.tx, task.id, changes, ctx.now)
  if (changed.state === task.state) return changed
  announce(changed, task.state, ctx)
  await notify(changed, ctx, jobs)
  return changed
}

/** The sender and the sender's owner see the task; other callers get 404. */
function checkTheirs(task: TaskRow | undefined, id: string, caller: Caller): TaskRow {
  const isTheirs =
    task !== undefined &&
    task.environment === caller.environment &&
    (caller.user === undefined || caller.user === task.owner_uuid) &&
    (caller.agent === undefined || caller.agent === task.sender_uuid)
  if (!isTheirs) throw NotFound({ what: 'task', id })
  return task
}

export const getTask = async (id: string, { tx, caller }: Context): Promise<TaskRow> =>
  checkTheirs(await store.findTask(tx, id), id, caller)

/** The tasks of the caller's agents, or of the agent that calls. */
export const listTasks = (
  filter: Omit<store.TaskFilter, 'caller'>,
  { tx, caller }: Context,
): Promise<TaskRow[]> => store.listTasks(tx, { ...filter, caller })

export const lockTheirs = async (id: string, { tx, caller }: Context): Promise<TaskRow> =>
  checkTheirs(await store.lockTask(tx, id), id, caller)

/**
 * A running task cannot be stopped half-way: it becomes canceled if its operation is refused, and completed
 * if the operation succeeds after all.
 */
export async function cancelTask(
  id: string,
  ctx: Context,
  options: Pick<TaskOptions, 'jobs'>,
): Promise<TaskRow> {
  const task = await lockTheirs(id, ctx)
  const { to: state } = taskLife.check(task.state, 'cancel')
  const changes = task.state === 'working' ? { is_cancel_requested: true } : { state }
  return change(task, changes, ctx, options)
}

/** The new input replaces earlier input field by field. */
export async function answerTask(
  id: string,
  input: Readonly<Record<string, unknown>>,
  ctx: Context,
  options: Pick<TaskOptions, 'jobs'>,
): Promise<TaskRow> {
  const task = await lockTheirs(id, ctx)
  const { to: state } = taskLife.check(task.state, 'answer')
  checkActive(await getActingAgent(task.sender_did, ctx))
  await options.jobs.send(ctx.tx, RUN_JOB, { task: id })
  const next = {
    state,
    input: { ...task.input, ...input },
    error: null,
    caller: keepCaller(ctx.caller),
    round: task.round + 1,
    tries: 0,
  }
  return change(task, next, ctx, options)
}
