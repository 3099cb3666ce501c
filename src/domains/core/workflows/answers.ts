// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'workflow.list': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null },
      stats: {
        total_workflows: 0,
        by_status: {
          created: 0,
          pending: 0,
          running: 0,
          waiting: 0,
          completed: 0,
          failed: 0,
          compensating: 0,
          compensated: 0,
        },
        recent_executions: 0,
        avg_execution_time: null,
      },
    },
  },
  'workflow.stats': {
    output: {
      total_workflows: 0,
      by_status: {
        created: 0,
        pending: 0,
        running: 0,
        waiting: 0,
        completed: 0,
        failed: 0,
        compensating: 0,
        compensated: 0,
      },
      recent_executions: 0,
      avg_execution_time: null,
    },
  },
  'workflow.metrics': {
    output: {
      execution_metrics: {
        last_24_hours: { total_executions: 0, successful: 0, failed: 0, average_duration: null },
        last_7_days: { total_executions: 0, successful: 0, failed: 0, average_duration: null },
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
  'workflow.search': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null },
    },
  },
  'workflow.list_by_status': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 15, total: 0, from: null, to: null },
    },
  },
  'workflow.list_failed': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    },
  },
  'workflow.list_compensations': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    },
  },
  'workflow.get': {
    output: {
      workflow: {
        id: 'wf_0199d3a27c0070008000000000000030',
        workflow_name: 'transfer',
        status: 'completed',
        input_data: {
          from_account: '0199d3a2-7c00-7000-8000-508441da1d65',
          to_account: '0199d3a2-7c00-7000-8000-580e63f73bc6',
          amount: '1.25',
          fee: '0.00',
          asset_code: 'USD',
          reference: null,
          metadata: {},
        },
        output_data: {
          transfer_uuid: '0199d3a2-7c00-7000-8000-2cfff96acdcb',
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
          {
            name: 'move_funds',
            status: 'completed',
            started_at: '2026-03-01T12:00:00.000Z',
            completed_at: '2026-03-01T12:00:00.000Z',
            error: null,
          },
        ],
      },
      exceptions: [],
      compensation_info: { has_compensation: false, compensation_logs: [], compensation_count: 0 },
      execution_timeline: [
        {
          timestamp: '2026-03-01T12:00:00.000Z',
          index: 0,
          class: 'reserve_funds',
          result: 'completed',
        },
        {
          timestamp: '2026-03-01T12:00:00.000Z',
          index: 1,
          class: 'move_funds',
          result: 'completed',
        },
      ],
    },
  },
}
