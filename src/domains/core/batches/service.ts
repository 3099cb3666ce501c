// The rules of batches: which requests are accepted, and when a batch may be cancelled.
import { dayOf, startOfDay } from '../../../kernel/days.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { lockCallerCredential } from '../../people/identity/index.ts'
import { findAccounts } from '../ledger/index.ts'
import { endOf, lastSettledDay, readLocalTime } from './days.ts'
import { batchLife, type BatchStatus } from './life-cycle.ts'
import {
  type ParameterContext,
  checkParameters,
  type OperationType,
  readBatchId,
  toBatchId,
} from './parameters.ts'
import { RUN_JOB } from './runner.ts'
import * as store from './store.ts'
import { estimateDuration, toState, toSummary } from './view.ts'

export interface BatchOptions {
  readonly assets: AssetCatalogue
  readonly jobs: Pick<Jobs, 'send'>
}

export interface ExecuteRequest {
  readonly operations: readonly {
    readonly type: OperationType
    readonly parameters: Record<string, unknown>
    readonly priority: number
  }[]
  readonly batch_name?: string
  readonly schedule_time?: string
  readonly retry_attempts: number
}

export async function executeBatch(request: ExecuteRequest, ctx: Context, options: BatchOptions) {
  await lockCallerCredential(ctx)
  const { operations, schedule_time, retry_attempts } = request
  const scheduled_for = readSchedule(schedule_time, ctx.now)
  const start = scheduled_for ?? ctx.now
  const today = dayOf(start)
  const around = { assets: options.assets, today, settled: lastSettledDay(start) }
  const parameters = await readOperations(operations, around, ctx)
  const id = uuidv7(ctx.now)
  const name = request.batch_name ?? `EOD_${today.replaceAll('-', '_')}`
  await store.insertBatch(
    ctx.tx,
    {
      id,
      environment: ctx.caller.environment,
      name,
      status: scheduled_for ? 'scheduled' : 'pending',
      retry_attempts,
      scheduled_for,
      user_uuid: ctx.caller.user!,
      credential_id: ctx.caller.credential?.id ?? null,
      request_id: ctx.requestId,
      created_at: ctx.now,
    },
    operations.map(({ type, priority }, position) => ({
      id: uuidv7(ctx.now),
      position,
      type,
      priority,
      parameters: parameters[position]!,
    })),
  )
  const waitMs = scheduled_for ? scheduled_for.getTime() - ctx.now.getTime() : 0
  const when = waitMs > 0 ? { afterSeconds: Math.ceil(waitMs / 1000) } : undefined
  await options.jobs.send(ctx.tx, RUN_JOB, { batch: id }, when)
  return {
    message: scheduled_for ? 'The batch is scheduled.' : 'The batch is in progress.',
    data: {
      batch_id: toBatchId(id),
      status: scheduled_for ? ('scheduled' as const) : ('initiated' as const),
      operations_count: operations.length,
      batch_name: name,
      estimated_duration: estimateDuration(operations.length),
      started_at: scheduled_for ? null : ctx.now.toISOString(),
      scheduled_for: scheduled_for?.toISOString() ?? null,
      started_by: ctx.caller.user!,
      retry_attempts,
    },
  }
}

function readSchedule(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null
  const instant = readLocalTime(text)
  const refuse = (sentence: string) => Invalid({ errors: { schedule_time: [sentence] } })
  if (!instant) throw refuse('The schedule time field must be a time like 2026-01-31 23:00:00.')
  if (instant <= now)
    throw refuse(`The schedule time field must be in the future; it is now ${now.toISOString()}.`)
  return instant
}

/** Reports the problems of all operations at once, each under the position of its operation. */
async function readOperations(
  operations: ExecuteRequest['operations'],
  around: ParameterContext,
  ctx: Context,
): Promise<Record<string, unknown>[]> {
  const errors: Record<string, string[]> = {}
  const read: Record<string, unknown>[] = []
  for (const [index, { type, parameters: raw }] of operations.entries()) {
    const checked = checkParameters(type, raw, around)
    const parameters = sortAccounts(checked.parameters)
    const isWellFormed = Object.keys(checked.errors).length === 0
    const found = isWellFormed ? await accountErrors(parameters, ctx) : checked.errors
    for (const [name, sentences] of Object.entries(found))
      errors[`operations.${index}.parameters.${name}`] = sentences
    read.push(parameters)
  }
  if (Object.keys(errors).length > 0) throw Invalid({ errors })
  return read
}

/** The operation handles the accounts in this order, a chunk at a time. */
function sortAccounts(parameters: Record<string, unknown>): Record<string, unknown> {
  const { account_uuids } = parameters
  if (!isTextList(account_uuids)) return parameters
  const sorted = [...new Set(account_uuids.map((id) => id.toLowerCase()))].toSorted()
  return { ...parameters, account_uuids: sorted }
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

async function accountErrors(
  { account_uuids }: Record<string, unknown>,
  ctx: Context,
): Promise<Record<string, string[]>> {
  if (!isTextList(account_uuids)) return {}
  const accounts = await findAccounts(ctx.tx, account_uuids)
  const unknown = account_uuids.find((id) => {
    const account = accounts.get(id)
    return account?.environment !== ctx.caller.environment || account.code !== null
  })
  return unknown === undefined ? {} : { account_uuids: [`There is no such account: ${unknown}.`] }
}

export async function getState(batch_id: string, ctx: Context) {
  const id = readBatchId(batch_id)
  const batch = id && (await store.findBatch(ctx.tx, id, ctx.caller.environment))
  if (!batch) throw NotFound({ what: 'batch', id: batch_id })
  const operations = await store.listOperations(ctx.tx, [batch.id])
  return toState(batch, operations, await store.countPayments(ctx.tx, [batch.id]))
}

export interface ListRequest {
  readonly status?: BatchStatus
  readonly date_from?: string
  readonly date_to?: string
  readonly limit: number
  readonly offset: number
}

export async function listStates(request: ListRequest, ctx: Context) {
  const { status, date_from, date_to, limit, offset } = request
  const { rows, total } = await store.listBatches(
    ctx.tx,
    {
      environment: ctx.caller.environment,
      status,
      from: date_from === undefined ? undefined : startOfDay(date_from),
      before: date_to === undefined ? undefined : endOf(date_to),
    },
    { limit, offset },
  )
  const ids = rows.map((row) => row.id)
  const operations = await store.listOperations(ctx.tx, ids)
  const payments = await store.countPayments(ctx.tx, ids)
  return {
    data: rows.map((row) => {
      const own = operations.filter((operation) => operation.batch_id === row.id)
      return toSummary(row, own, payments)
    }),
    pagination: { total, limit, offset },
  }
}

export interface CancelRequest {
  readonly batch_id: string
  readonly reason?: string
  readonly compensate: boolean
}

/**
 * The lock waits for the step in progress; no further step begins after it. A job undoes the payments.
 */
export async function cancelBatch(request: CancelRequest, ctx: Context, { jobs }: BatchOptions) {
  const id = readBatchId(request.batch_id)
  const batch = id && (await store.lockBatch(ctx.tx, id))
  if (!batch || batch.environment !== ctx.caller.environment)
    throw NotFound({ what: 'batch', id: request.batch_id })
  const { to: status } = batchLife.check(batch.status, 'cancel', { batch_id: toBatchId(batch.id) })
  const operations = await store.listOperations(ctx.tx, [batch.id])
  for (const operation of operations.filter((one) => one.status === 'processing'))
    await store.updateOperation(ctx.tx, operation.id, {
      status: 'failed',
      error_message: 'The batch was cancelled.',
      completed_at: ctx.now,
    })
  const mustUndo = request.compensate && (await store.hasPayments(ctx.tx, batch.id))
  const reason = request.reason ?? null
  await store.updateBatch(ctx.tx, batch.id, ctx.now, {
    status,
    cancelled_at: ctx.now,
    cancelled_by: ctx.caller.user!,
    cancel_reason: reason,
    completed_at: ctx.now,
    ...(mustUndo && { compensation: 'pending' }),
  })
  if (mustUndo) await jobs.send(ctx.tx, RUN_JOB, { batch: batch.id })
  return {
    message: 'The batch is cancelled.',
    data: {
      batch_id: toBatchId(batch.id),
      status,
      cancelled_at: ctx.now.toISOString(),
      cancelled_by: ctx.caller.user!,
      reason,
      compensation_required: mustUndo,
      processed_before_cancel: operations.reduce((sum, one) => sum + one.records_processed, 0),
    },
  }
}
