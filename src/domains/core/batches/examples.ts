// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const batchCompensation = { status: 'none', payments: 0, reversed: 0, kept: 0 }

export const examples = defineExamples({
  'batch.execute': {
    input: {
      operations: [{ type: 'report_generation', parameters: { report_type: 'trial_balance' } }],
    },
    output: {
      message: 'The batch is in progress.',
      data: {
        batch_id: 'batch_0199d3a2-7c00-7000-8000-000000000048',
        status: 'initiated',
        operations_count: 1,
        batch_name: 'EOD_2026_03_01',
        estimated_duration: '5-10 minutes',
        started_at: '2026-03-01T12:00:00.000Z',
        scheduled_for: null,
        started_by: '0199d3a2-7c00-7000-8000-000000000002',
        retry_attempts: 3,
      },
    },
    other: { batch_name: 'Another' },
    as: 'operator',
  },
  'batch.list': {
    output: {
      data: [
        {
          batch_id: 'batch_0199d3a2-7c00-7000-8000-000000000048',
          batch_name: 'EOD_2026_03_01',
          status: 'processing',
          progress: 100,
          operations_total: 1,
          operations_completed: 1,
          operations_failed: 0,
          retry_attempts: 3,
          started_by: '0199d3a2-7c00-7000-8000-000000000002',
          created_at: '2026-03-01T12:00:00.000Z',
          scheduled_for: null,
          started_at: '2026-03-01T12:00:00.000Z',
          completed_at: null,
          cancelled_at: null,
          error_message: null,
          compensation: batchCompensation,
        },
      ],
      pagination: { total: 1, limit: 20, offset: 0 },
    },
    as: 'operator',
  },
  'batch.status': {
    input: { batch_id: 'batch_0199d3a2-7c00-7000-8000-000000000048' },
    output: {
      batch_id: 'batch_0199d3a2-7c00-7000-8000-000000000048',
      batch_name: 'EOD_2026_03_02',
      status: 'scheduled',
      progress: 0,
      operations_total: 1,
      operations_completed: 0,
      operations_failed: 0,
      retry_attempts: 3,
      started_by: '0199d3a2-7c00-7000-8000-000000000002',
      created_at: '2026-03-01T12:00:00.000Z',
      scheduled_for: '2026-03-02T12:00:00.000Z',
      started_at: null,
      completed_at: null,
      cancelled_at: null,
      error_message: null,
      compensation: batchCompensation,
      operations: [
        {
          type: 'report_generation',
          status: 'pending',
          priority: 5,
          parameters: { report_type: 'trial_balance' },
          started_at: null,
          completed_at: null,
          attempts: 0,
          records_total: 0,
          records_processed: 0,
          records_skipped: 0,
          error_message: null,
          result: null,
          compensation: batchCompensation,
        },
      ],
    },
    as: 'operator',
  },
  'batch.cancel': {
    input: { batch_id: 'batch_0199d3a2-7c00-7000-8000-000000000048', reason: 'Not needed' },
    output: {
      message: 'The batch is cancelled.',
      data: {
        batch_id: 'batch_0199d3a2-7c00-7000-8000-000000000048',
        status: 'cancelled',
        cancelled_at: '2026-03-01T12:00:00.000Z',
        cancelled_by: '0199d3a2-7c00-7000-8000-000000000002',
        reason: null,
        compensation_required: false,
        processed_before_cancel: 0,
      },
    },
    other: { reason: 'Another' },
    as: 'operator',
  },
})
