// Runs tasks as durable jobs. A task is begun, performed and settled in three transactions. A crash between
// them is harmless, because each round of a task has one Idempotency-Key: the repeated call does nothing
// again and only returns the earlier answer.
import type { Clock } from '../../../kernel/clock.ts'
import { DAY_MS } from '../../../kernel/durations.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { type Caller, systemCaller } from '../../../operation/caller.ts'
import { AppError, RequestInProgress } from '../../../operation/error.ts'
import type { Context, Invalidate } from '../../../operation/operation.ts'
import { runAsSystem } from '../../../operation/system-work.ts'
import type { Db } from '../../../platform/database.ts'
import { findAgentsById } from '../agents/index.ts'
import { isRegistered } from '../../people/identity/index.ts'
import { type TaskAction, taskLife } from './life-cycle.ts'
import { change, RUN_JOB, type TaskOptions } from './service.ts'
import { findSkill } from './skills.ts'
import { stillStands } from './standing.ts'
import {
  findStalled,
  findTask,
  lockTask,
  type TaskChange,
  type TaskError,
  type TaskRow,
} from './store.ts'

export interface RunnerOptions extends TaskOptions {
  readonly clock: Clock
  readonly invalidate: Invalidate
}

const TRIES_MAX = 8
const PAYMENT_REQUIRED = 402
/** A task whose state has not changed for this long has lost its job. */
const LOST_MS = 120_000
/** A task that has waited this long for input fails. */
const UNANSWERED_DAYS = 7

export class TaskRunner {
  private readonly options: RunnerOptions

  constructor(options: RunnerOptions) {
    this.options = options
  }

  async run(id: string, db: Db): Promise<void> {
    const task = await this.begin(id, db)
    if (!task) return
    const outcome = await this.perform(task)
    await this.settle(task, outcome, db)
  }

  /** Undefined when the task has ended, waits for input, or does not exist. */
  private begin(id: string, db: Db): Promise<TaskRow | undefined> {
    return this.onTask(id, db, async (task, ctx) => {
      if (task.state !== 'submitted' && task.state !== 'working') return undefined
      const obstacle = await this.findObstacle(task, ctx)
      if (obstacle) return this.end(task, 'fail', { error: obstacle }, ctx)
      // This round was never tried, so it cannot have had an effect and is safe to cancel.
      if (task.is_cancel_requested && task.tries === 0) return this.end(task, 'cancel', {}, ctx)
      const state = task.state === 'submitted' ? taskLife.check(task.state, 'start').to : task.state
      return change(task, { state, tries: task.tries + 1 }, ctx, this.options)
    })
  }

  private async findObstacle(task: TaskRow, { tx }: Context): Promise<TaskError | undefined> {
    if (task.tries >= TRIES_MAX)
      return {
        code: 'INTERNAL_ERROR',
        message: `The task could not be carried out in ${TRIES_MAX} tries.`,
      }
    const sender = (await findAgentsById(tx, [task.sender_uuid])).get(task.sender_uuid)
    const isThere =
      sender?.status === 'active' &&
      (await isRegistered(tx, task.caller.user ?? task.owner_uuid)) &&
      (await stillStands(tx, task.caller.credential))
    if (!isThere)
      return {
        code: 'FORBIDDEN',
        message: 'The sender of this task is no longer allowed to send it.',
      }
    if (!findSkill(task.skill_id, this.options.performer))
      return { code: 'NOT_FOUND', message: `There is no skill "${task.skill_id}" any more.` }
    return undefined
  }

  private async perform(task: TaskRow): Promise<Outcome> {
    const { performer, clock } = this.options
    const skill = findSkill(task.skill_id, performer)!
    try {
      const output = await performer.perform(skill.op, {
        caller: toCaller(task),
        input: { ...skill.defaults(task.sender_did), ...task.input },
        requestId: uuidv7(clock.now()),
        idempotencyKey: `a2a:${task.id}:${task.round}`,
      })
      return { action: 'complete', change: { output: output as TaskRow['output'], error: null } }
    } catch (error) {
      return judge(error)
    }
  }

  private async settle(task: TaskRow, outcome: Outcome, db: Db): Promise<void> {
    await this.onTask(task.id, db, async (now, ctx) => {
      if (now.state !== 'working' || now.round !== task.round) return undefined
      const isDone = outcome.action === 'complete'
      // A refused operation had no effect, so a requested cancellation can still be granted.
      return now.is_cancel_requested && !isDone
        ? this.end(now, 'cancel', {}, ctx)
        : this.end(now, outcome.action, outcome.change, ctx)
    })
  }

  private async end(task: TaskRow, action: TaskAction, changes: TaskChange, ctx: Context) {
    const { to: state } = taskLife.check(task.state, action)
    await change(task, { ...changes, state }, ctx, this.options)
    return undefined
  }

  private async onTask(
    id: string,
    db: Db,
    work: (task: TaskRow, ctx: Context) => Promise<TaskRow | undefined>,
  ): Promise<TaskRow | undefined> {
    const found = await findTask(db, id)
    if (!found) return undefined
    const { clock, invalidate } = this.options
    const caller = systemCaller(found.environment)
    return runAsSystem(
      { db, now: clock.now(), caller, operation: RUN_JOB, invalidate },
      async (ctx) => {
        const task = await lockTask(ctx.tx, id)
        return task && work(task, ctx)
      },
    )
  }

  /** Restarts tasks whose job was lost, and fails those that waited too long for input. */
  async sweep(db: Db): Promise<void> {
    const ago = (ms: number): Date => new Date(this.options.clock.now().getTime() - ms)
    for (const { id } of await findStalled(db, ['submitted', 'working'], ago(LOST_MS)))
      await this.options.jobs.send(db, RUN_JOB, { task: id })
    const since = ago(UNANSWERED_DAYS * DAY_MS)
    for (const { id } of await findStalled(db, ['input-required'], since))
      await this.onTask(id, db, async (task, ctx) => {
        if (task.state !== 'input-required' || new Date(task.updated_at) >= since) return undefined
        const error = {
          code: 'TIMED_OUT',
          message: `The input that the task waited for did not arrive within ${UNANSWERED_DAYS} days.`,
        }
        return this.end(task, 'fail', { error }, ctx)
      })
  }
}

interface Outcome {
  readonly action: 'complete' | 'ask' | 'fail'
  readonly change: TaskChange
}

const toCaller = ({ caller, environment }: TaskRow): Caller => ({
  ...caller,
  scopes: new Set(caller.scopes),
  environment,
})

/** A declared error ends or pauses the task; any other error is thrown, so that the job is retried. */
function judge(error: unknown): Outcome {
  const isFinal =
    error instanceof AppError &&
    error.def.status < 500 &&
    error.def.status !== 429 &&
    error.def.code !== RequestInProgress.code
  if (!isFinal) throw error
  const refusal = { code: error.def.code, message: error.message }
  // A missing payment is requested in the same way as any other missing input.
  if (error.def.status === PAYMENT_REQUIRED)
    return { action: 'ask', change: { error: { ...refusal, payment: error.shown.body ?? {} } } }
  const { errors } = error.details as { readonly errors?: TaskError['errors'] }
  return error.def.status === 422 && errors
    ? { action: 'ask', change: { error: { ...refusal, errors } } }
    : { action: 'fail', change: { error: refusal } }
}
