// The request and response schemas of batches.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, freeForm, Nullable } from '../../../kernel/schema.ts'
import { batchLife } from './life-cycle.ts'
import { operationTypes } from './parameters.ts'

const Free = Type.Record(Type.String(), Type.Unknown())

export const BatchStatus = batchLife.schema({
  $id: 'BatchStatus',
  description: `The status of a batch, and the steps possible in each. ${batchLife.summarize()}.`,
})

export const OperationType = Type.Enum([...operationTypes], {
  $id: 'BatchOperationType',
  description: 'The type of the operation; it determines the parameters.',
})

export const OperationInput = Type.Object(
  {
    type: OperationType,
    // The limit leaves room for a fee with 1,000 named accounts.
    parameters: freeForm(
      {
        default: {},
        description:
          'account_interest: rate (percent a year), asset_code?, date? (a day that has ended, the last one by default); ' +
          'fee_collection: fee_type, ' +
          'amount, asset_code, account_uuids?; balance_reconciliation: date; report_generation: ' +
          'report_type (daily_summary, balances, transactions, trial_balance), date?; ' +
          'maintenance_tasks: tasks? (prune_replies, expire_holds, analyze_ledger).',
      },
      { bytesMax: 262_144, levelsMax: 5 },
    ),
    priority: Type.Integer({
      minimum: 1,
      maximum: 10,
      default: 5,
      description: 'Higher priorities run first; equal priorities run in the order given.',
    }),
  },
  { $id: 'BatchOperationInput' },
)

export const executeInput = {
  operations: Type.Array(OperationInput, {
    minItems: 1,
    maxItems: 100,
    description: 'The operations of the batch.',
  }),
  batch_name: Type.Optional(
    Type.String({
      ...plainText(255),
      description: 'The name of the batch; EOD_ and the day when absent.',
    }),
  ),
  schedule_time: Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
      description: 'The start time in UTC, like 2026-01-31 23:00:00; at once when absent.',
    }),
  ),
  retry_attempts: Type.Integer({
    minimum: 0,
    maximum: 5,
    default: 3,
    description: 'The number of retries for an operation that fails.',
  }),
}

export const BatchStarted = Type.Object(
  {
    message: Type.String(),
    data: Type.Object(
      {
        batch_id: Type.String(),
        status: Type.Enum(['initiated', 'scheduled'], { $id: 'BatchStartStatus' }),
        operations_count: Type.Integer(),
        batch_name: Type.String(),
        estimated_duration: Type.String(),
        started_at: Nullable(DateTime),
        scheduled_for: Nullable(DateTime),
        started_by: Type.String(),
        retry_attempts: Type.Integer(),
      },
      { $id: 'BatchStartedData' },
    ),
  },
  { $id: 'BatchStarted' },
)

const Compensation = Type.Object(
  {
    status: Type.Enum(['none', 'pending', 'completed', 'incomplete'], {
      $id: 'BatchCompensationStatus',
      description: 'Incomplete means that some payments could not be undone.',
    }),
    payments: Type.Integer({ description: 'The number of payments made.' }),
    reversed: Type.Integer({ description: 'The number of payments undone.' }),
    kept: Type.Integer({ description: 'The number of payments that could not be undone.' }),
  },
  { $id: 'BatchCompensation' },
)

const OperationState = Type.Object(
  {
    type: OperationType,
    status: Type.Enum(['pending', 'processing', 'completed', 'failed'], {
      $id: 'BatchOperationStatus',
    }),
    priority: Type.Integer(),
    parameters: Free,
    started_at: Nullable(DateTime),
    completed_at: Nullable(DateTime),
    attempts: Type.Integer({ description: 'The number of failures so far.' }),
    records_total: Type.Integer(),
    records_processed: Type.Integer(),
    records_skipped: Type.Integer(),
    error_message: Nullable(Type.String()),
    result: Nullable(Free),
    compensation: Compensation,
  },
  { $id: 'BatchOperation' },
)

const summary = {
  batch_id: Type.String(),
  batch_name: Type.String(),
  status: BatchStatus,
  progress: Type.Integer({ minimum: 0, maximum: 100 }),
  operations_total: Type.Integer(),
  operations_completed: Type.Integer(),
  operations_failed: Type.Integer(),
  retry_attempts: Type.Integer(),
  started_by: Type.String(),
  created_at: DateTime,
  scheduled_for: Nullable(DateTime),
  started_at: Nullable(DateTime),
  completed_at: Nullable(DateTime),
  cancelled_at: Nullable(DateTime),
  error_message: Nullable(Type.String()),
  compensation: Compensation,
}

export const BatchState = Type.Object(
  { ...summary, operations: Type.Array(OperationState, { maxItems: 100 }) },
  { $id: 'BatchState' },
)

export const BatchList = Type.Object(
  {
    data: Type.Array(Type.Object(summary, { $id: 'BatchSummary' }), { maxItems: 100 }),
    pagination: Type.Object(
      { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() },
      { $id: 'BatchPagination' },
    ),
  },
  { $id: 'BatchList' },
)

export const BatchCancelled = Type.Object(
  {
    message: Type.String(),
    data: Type.Object(
      {
        batch_id: Type.String(),
        status: BatchStatus,
        cancelled_at: DateTime,
        cancelled_by: Type.String(),
        reason: Nullable(Type.String()),
        compensation_required: Type.Boolean(),
        processed_before_cancel: Type.Integer({
          description: 'The number of records processed before the cancellation.',
        }),
      },
      { $id: 'BatchCancelledData' },
    ),
  },
  { $id: 'BatchCancelled' },
)
