// Runs a batch, one step per database transaction. The work of the step, the progress and the state of the
// batch are written together, under a lock on the batch. So a crash only rolls back the step in progress,
// any node can continue, and two nodes that run the same batch take turns.
import { systemCaller } from '../../../operation/caller.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { AppError, Forbidden } from '../../../operation/error.ts'
import { mayTake } from '../../../operation/spending.ts'
import type { Invalidate } from '../../../operation/operation.ts'
import { notifyNodes, type Invalidation } from '../../../operation/store.ts'
import { type Db, isRetryable, isUnavailable } from '../../../platform/database.ts'
import type { Jobs, JobSpends } from '../../../platform/jobs.ts'
import type { AuthorityCheck } from '../../people/identity/index.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { type PostContext } from '../ledger/index.ts'
import { checkAuthority } from './authority.ts'
import { collectFees } from './fees.ts'
import { payInterest } from './interest.ts'
import { batchLife } from './life-cycle.ts'
import { runMaintenance } from './maintenance.ts'
import type { OperationType } from './parameters.ts'
import { reversePayments } from './payments.ts'
import { reconcile } from './reconciliation.ts'
import { makeReport } from './reports.ts'
import * as store from './store.ts'
import type { BatchRow, OperationRow } from './store.ts'
import type { StepHandler } from './step.ts'

export interface RunnerOptions {
  readonly assets: AssetCatalogue
  readonly standing: AuthorityCheck
  readonly jobs: Pick<Jobs, 'send'>
  readonly clock: Clock
  readonly log: Logger
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
  readonly chunkSize?: number
  /** Called at the end of each step, before its commit, so that a test can simulate a crash there. */
  readonly onStep?: (operation: OperationRow | undefined) => void
}

export const RUN_JOB = 'batches.run'

/** How the job takes customers' money: fees, if the operator is still authorized; and reversals of payments. */
export const runs = { asks: 'Whether the operator who started the batch is still authorized.' }
const undoes = { open: 'It reverses the payments of a batch that failed or was cancelled.' }

const CHUNK_SIZE = 500
const STALLED_MS = 60_000

const workers: Readonly<Record<OperationType, StepHandler>> = {
  account_interest: payInterest,
  fee_collection: collectFees,
  balance_reconciliation: reconcile,
  report_generation: makeReport,
  maintenance_tasks: runMaintenance,
}

type Outcome = 'more' | 'over'

export class BatchRunner {
  private readonly options: RunnerOptions

  constructor(options: RunnerOptions) {
    this.options = options
  }

  /** Runs steps until the batch ends, is not due yet, or has failed and waits for a retry. */
  async run(id: string, db: Db): Promise<void> {
    while ((await this.stepOrFail(id, db)) === 'more');
  }

  /** Starts a new job for each batch that has stalled because its worker is gone. */
  async resume(db: Db): Promise<void> {
    const { clock, jobs } = this.options
    const now = clock.now()
    await db.transaction().execute(async (tx) => {
      const ids = await store.listStalled(tx, new Date(now.getTime() - STALLED_MS))
      for (const id of ids) {
        await store.updateBatch(tx, id, now)
        await jobs.send(tx, RUN_JOB, { batch: id })
      }
    })
  }

  private async stepOrFail(id: string, db: Db): Promise<Outcome> {
    try {
      return await this.inTransaction(db, (tx, invalidations) => this.step(id, tx, invalidations))
    } catch (error) {
      if (isRetryable(error)) return 'more'
      // The database is down, so the failure cannot be recorded; resume() continues the batch later.
      if (isUnavailable(error)) throw error
      this.options.log.warn(
        { err: error, batch: id },
        'a step of a batch failed; it is retried until the batch has no retries left',
      )
      return this.inTransaction(db, (tx) => this.recordFailure(id, tx, error))
    }
  }

  private async inTransaction(
    db: Db,
    work: (tx: Db, invalidations: Invalidation[]) => Promise<Outcome>,
  ): Promise<Outcome> {
    const invalidations: Invalidation[] = []
    const outcome = await db.transaction().execute(async (tx) => {
      const done = await work(tx, invalidations)
      await notifyNodes(tx, invalidations)
      return done
    })
    for (const { topic, key } of invalidations) this.options.invalidate(topic, key)
    return outcome
  }

  private async step(id: string, tx: Db, invalidations: Invalidation[]): Promise<Outcome> {
    const batch = await store.lockBatch(tx, id)
    if (!batch) return 'over'
    if (batchLife.find(batch.status, 'start')) return this.start(batch, tx)
    if (batchLife.find(batch.status, 'complete')) return this.runOperation(batch, tx, invalidations)
    return batch.compensation === 'pending' ? this.undo(batch, tx, invalidations) : 'over'
  }

  private async start(batch: BatchRow, tx: Db): Promise<Outcome> {
    const { clock, jobs } = this.options
    const now = clock.now()
    const waitMs = batch.scheduled_for ? Date.parse(batch.scheduled_for) - now.getTime() : 0
    if (waitMs > 0) {
      await jobs.send(tx, RUN_JOB, { batch: batch.id }, { afterSeconds: Math.ceil(waitMs / 1000) })
      return 'over'
    }
    await store.updateBatch(tx, batch.id, now, {
      status: batchLife.next(batch.status, 'start')!,
      started_at: now,
    })
    return 'more'
  }

  private async runOperation(
    batch: BatchRow,
    tx: Db,
    invalidations: Invalidation[],
  ): Promise<Outcome> {
    const now = this.options.clock.now()
    const operation = await this.findNext(batch, tx)
    if (!operation) {
      await store.updateBatch(tx, batch.id, now, {
        status: batchLife.next(batch.status, 'complete')!,
        completed_at: now,
      })
      this.options.onStep?.(undefined)
      return 'over'
    }
    const { assets, chunkSize = CHUNK_SIZE } = this.options
    const ctx = this.contextFor(batch, tx, invalidations, now, runs)
    await checkAuthority(batch, ctx, this.options.standing)
    const done = await workers[operation.type]({ ctx, batch, operation, assets, chunkSize })
    const processed = operation.records_processed + done.processed
    await store.updateOperation(tx, operation.id, {
      status: done.result ? 'completed' : 'processing',
      state: done.state,
      records_total: Math.max(done.total ?? operation.records_total, processed),
      records_processed: processed,
      records_skipped: operation.records_skipped + (done.skipped ?? 0),
      error_message: null,
      ...(operation.started_at === null && { started_at: now }),
      ...(done.result && { result: done.result, completed_at: now }),
    })
    await store.updateBatch(tx, batch.id, now)
    this.options.onStep?.(operation)
    return 'more'
  }

  private async findNext(batch: BatchRow, tx: Db): Promise<OperationRow | undefined> {
    const operations = await store.listOperations(tx, [batch.id])
    return operations.find(({ status }) => status === 'pending' || status === 'processing')
  }

  private async undo(batch: BatchRow, tx: Db, invalidations: Invalidation[]): Promise<Outcome> {
    const { clock, chunkSize = CHUNK_SIZE } = this.options
    const now = clock.now()
    const ctx = this.contextFor(batch, tx, invalidations, now, undoes)
    const count = await reversePayments(ctx, batch, chunkSize)
    const isDone = count < chunkSize
    await store.updateBatch(tx, batch.id, now, {
      ...(isDone && { compensation: await this.judgeCompensation(batch, tx) }),
    })
    this.options.onStep?.(undefined)
    return isDone ? 'over' : 'more'
  }

  private async judgeCompensation(batch: BatchRow, tx: Db): Promise<store.Compensation> {
    const counts = await store.countPayments(tx, [batch.id])
    return [...counts.values()].some(({ kept }) => kept > 0) ? 'incomplete' : 'completed'
  }

  /** Schedules a retry; after the last one the batch fails and its payments are undone. */
  private async recordFailure(id: string, tx: Db, error: unknown): Promise<Outcome> {
    const { clock, jobs } = this.options
    const now = clock.now()
    const batch = await store.lockBatch(tx, id)
    const operation = batch && (await this.findNext(batch, tx))
    const failed = batch && batchLife.next(batch.status, 'fail')
    // A failure outside an operation must not fail the batch.
    if (!operation || !failed) throw error
    const error_message = describe(error)
    const attempts = operation.attempts + 1
    // A retry does not restore a lost authority.
    const isRefused = error instanceof AppError && error.def.code === Forbidden.code
    if (attempts <= batch.retry_attempts && !isRefused) {
      await store.updateOperation(tx, operation.id, { attempts, error_message })
      await store.updateBatch(tx, id, now)
      await jobs.send(tx, RUN_JOB, { batch: id }, { afterSeconds: 2 ** attempts })
      return 'over'
    }
    await store.updateOperation(tx, operation.id, {
      attempts,
      error_message,
      status: 'failed',
      completed_at: now,
    })
    await store.updateBatch(tx, id, now, {
      status: failed,
      error_message: `${operation.type}: ${error_message}`,
      completed_at: now,
      compensation: (await store.hasPayments(tx, id)) ? 'pending' : 'none',
    })
    return 'more'
  }

  private contextFor(
    batch: BatchRow,
    tx: Db,
    invalidations: Invalidation[],
    now: Date,
    spends: JobSpends,
  ): PostContext {
    return {
      tx,
      maySpend: mayTake(spends),
      caller: systemCaller(batch.environment),
      now,
      requestId: batch.request_id,
      operation: 'batch.run',
      invalidate: (topic, key) => void invalidations.push({ topic, key }),
    }
  }
}

/** Only the messages of declared errors are shown; the log has the others. */
const describe = (error: unknown): string =>
  error instanceof AppError
    ? error.message
    : 'An unexpected error occurred; see the log for details.'
