// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const workflowsByStatus = {
  created: 0,
  pending: 0,
  running: 0,
  waiting: 0,
  completed: 0,
  failed: 0,
  compensating: 0,
  compensated: 0,
}

const workflowStats = {
  total_workflows: 0,
  by_status: workflowsByStatus,
  recent_executions: 0,
  avg_execution_time: null,
}

const workflowExecutionMetrics = {
  total_executions: 0,
  successful: 0,
  failed: 0,
  average_duration: null,
}

const workflowExecution = {
  id: 'wf_0199d3a27c0070008000000000000030',
  workflow_name: 'transfer',
  status: 'completed',
  input_data: {
    from_account: '0199d3a2-7c00-7000-8000-000000000004',
    to_account: '0199d3a2-7c00-7000-8000-000000000028',
    amount: '1.25',
    fee: '0.00',
    asset_code: 'USD',
    reference: null,
    metadata: {},
  },
  output_data: {
    transfer_uuid: '0199d3a2-7c00-7000-8000-000000000032',
    status: 'completed',
    completed_at: '2026-03-01T12:00:00.000Z',
  },
  error: null,
  started_at: '2026-03-01T12:00:00.000Z',
  completed_at: '2026-03-01T12:00:00.000Z',
  duration_ms: 0,
  steps: [
    {
      name: 'reserve_funds',
      status: 'completed',
      started_at: '2026-03-01T12:00:00.000Z',
      completed_at: '2026-03-01T12:00:00.000Z',
      error: null,
    },
  ],
}

export const examples = defineExamples({
  'workflow.list': { output: { ...onePage(workflowExecution, 15), stats: workflowStats } },
  'workflow.stats': { output: workflowStats },
  'workflow.metrics': {
    output: {
      execution_metrics: {
        last_24_hours: workflowExecutionMetrics,
        last_7_days: workflowExecutionMetrics,
      },
      workflow_types: [
        { class: 'transfer', total_executions: 0, running: 0, successful: 0, failed: 0 },
      ],
      performance_metrics: {
        median_duration: null,
        p95_duration: null,
        p99_duration: null,
        max_duration: null,
        success_rate: null,
      },
    },
  },
  'workflow.search': { input: { query: 'transfer' }, output: onePage(workflowExecution, 15) },
  'workflow.list_by_status': {
    input: { status: 'completed' },
    output: onePage(workflowExecution, 15),
    pathIsChoice: true,
  },
  'workflow.list_failed': { output: onePage(workflowExecution) },
  'workflow.list_compensations': {
    output: onePage({
      ...workflowExecution,
      status: 'compensated',
      output_data: null,
      error: 'The account is frozen.',
      compensation_logs: [
        { step: 'reserve_funds', action: 'release_funds', timestamp: '2026-03-01T12:00:00.000Z' },
      ],
      compensation_count: 1,
    }),
  },
  'workflow.get': {
    input: { id: 'wf_0199d3a27c0070008000000000000030' },
    output: {
      workflow: workflowExecution,
      exceptions: [],
      compensation_info: { has_compensation: false, compensation_logs: [], compensation_count: 0 },
      execution_timeline: [
        {
          timestamp: '2026-03-01T12:00:00.000Z',
          index: 0,
          class: 'reserve_funds',
          result: 'completed',
        },
      ],
    },
  },
})
