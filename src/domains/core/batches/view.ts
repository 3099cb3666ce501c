// Builds the form of a batch that operators see.
import { toBatchId } from './parameters.ts'
import type { BatchRow, countPayments, OperationRow } from './store.ts'

type Payments = Awaited<ReturnType<typeof countPayments>>

const NO_PAYMENTS = { paid: 0, undone: 0, kept: 0 }

const MINUTES_EACH = 5

/** A rough estimate from the number of operations, as text. */
export function estimateDuration(operations: number): string {
  const minutes = operations * MINUTES_EACH
  if (minutes <= 10) return '5-10 minutes'
  if (minutes <= 30) return '15-30 minutes'
  if (minutes <= 60) return '30-60 minutes'
  return '1-2 hours'
}

export function toSummary(
  batch: BatchRow,
  operations: readonly OperationRow[],
  payments: Payments,
) {
  const count = (status: string) => operations.filter((one) => one.status === status).length
  const own = operations.map(({ id }) => payments.get(id) ?? NO_PAYMENTS)
  return {
    batch_id: toBatchId(batch.id),
    batch_name: batch.name,
    status: batch.status,
    progress: progressOf(operations),
    operations_total: operations.length,
    operations_completed: count('completed'),
    operations_failed: count('failed'),
    retry_attempts: batch.retry_attempts,
    started_by: batch.user_uuid,
    created_at: batch.created_at,
    scheduled_for: batch.scheduled_for,
    started_at: batch.started_at,
    completed_at: batch.completed_at,
    cancelled_at: batch.cancelled_at,
    error_message: batch.error_message,
    compensation: toCompensation(batch, sumOf(own)),
  }
}

/** Percent done: every operation has the same weight, and counts by the share of its records done. */
function progressOf(operations: readonly OperationRow[]): number {
  const shares = operations.map((one) => {
    if (one.status === 'completed') return 1
    return one.records_total === 0 ? 0 : Math.min(1, one.records_processed / one.records_total)
  })
  return Math.floor((shares.reduce((sum, share) => sum + share, 0) / operations.length) * 100)
}

const sumOf = (counts: readonly (typeof NO_PAYMENTS)[]) => ({
  paid: counts.reduce((sum, one) => sum + one.paid, 0),
  undone: counts.reduce((sum, one) => sum + one.undone, 0),
  kept: counts.reduce((sum, one) => sum + one.kept, 0),
})

/** An operation without payments has nothing to undo, even when the payments of its batch are undone. */
const toCompensation = (batch: BatchRow, { paid, undone, kept }: typeof NO_PAYMENTS) => ({
  status: paid === 0 ? ('none' as const) : batch.compensation,
  payments: paid,
  reversed: undone,
  kept,
})

export function toState(batch: BatchRow, operations: readonly OperationRow[], payments: Payments) {
  return {
    ...toSummary(batch, operations, payments),
    operations: operations.map((one) => ({
      type: one.type,
      status: one.status,
      priority: one.priority,
      parameters: one.parameters,
      started_at: one.started_at,
      completed_at: one.completed_at,
      attempts: one.attempts,
      records_total: one.records_total,
      records_processed: one.records_processed,
      records_skipped: one.records_skipped,
      error_message: one.error_message,
      result: one.result,
      compensation: toCompensation(batch, payments.get(one.id) ?? NO_PAYMENTS),
    })),
  }
}
