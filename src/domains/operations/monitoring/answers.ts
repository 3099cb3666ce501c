// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'dashboard.metrics': {
    output: {
      timestamp: '2026-03-01T12:00:00.000Z',
      domain_health: {
        a2a: { total_records: 0, last_hour: 0, recent_errors: 0, status: 'healthy' },
        'account-numbers': { total_records: 0, last_hour: 0, recent_errors: 0, status: 'healthy' },
      },
      event_throughput: {
        last_hour: 2,
        last_24h: 2,
        avg_per_minute: 0.03,
        events_per_second: 0.0006,
        per_domain: { a2a: 0, accounts: 1 },
        status: 'active',
      },
      stream_status: {
        account: {
          stream_key: 'florin:account-events',
          length: 1,
          pending: 0,
          last_event_id: 'evt_000000000003ea00',
          status: 'active',
          health: 'healthy',
          consumer_groups: [
            {
              name: 'live-streams',
              consumers: 0,
              last_delivered_id: null,
              pending: 0,
              status: 'healthy',
            },
          ],
        },
        ach_file: {
          stream_key: 'florin:ach_file-events',
          length: 0,
          pending: 0,
          last_event_id: null,
          status: 'empty',
          health: 'healthy',
          consumer_groups: [
            {
              name: 'live-streams',
              consumers: 0,
              last_delivered_id: null,
              pending: 0,
              status: 'healthy',
            },
          ],
        },
      },
      system_health: {
        memory_usage_mb: null,
        memory_peak_mb: null,
        uptime_seconds: null,
        runtime_version: null,
        queue_connection: null,
        cache_driver: null,
        nodes: null,
        open_streams: 0,
      },
      error_rate: null,
      events_processed: 2,
    },
    varies: [
      'stream_status.account.consumer_groups.pending',
      'stream_status.account.last_event_id',
      'stream_status.account.pending',
    ],
  },
  'dashboard.domain_health': {
    output: {
      a2a: { total_records: 0, last_hour: 0, recent_errors: 0, status: 'healthy' },
      'account-numbers': { total_records: 0, last_hour: 0, recent_errors: 0, status: 'healthy' },
    },
  },
  'dashboard.event_throughput': {
    output: {
      last_hour: 2,
      last_24h: 2,
      avg_per_minute: 0.03,
      events_per_second: 0.0006,
      per_domain: { a2a: 0, accounts: 1 },
      status: 'active',
    },
  },
  'dashboard.stream_status': {
    output: {
      account: {
        stream_key: 'florin:account-events',
        length: 1,
        pending: 0,
        last_event_id: 'evt_000000000003f000',
        status: 'active',
        health: 'healthy',
        consumer_groups: [
          {
            name: 'live-streams',
            consumers: 0,
            last_delivered_id: null,
            pending: 0,
            status: 'healthy',
          },
        ],
      },
      ach_file: {
        stream_key: 'florin:ach_file-events',
        length: 0,
        pending: 0,
        last_event_id: null,
        status: 'empty',
        health: 'healthy',
        consumer_groups: [
          {
            name: 'live-streams',
            consumers: 0,
            last_delivered_id: null,
            pending: 0,
            status: 'healthy',
          },
        ],
      },
    },
    varies: ['account.consumer_groups.pending', 'account.last_event_id', 'account.pending'],
  },
  'dashboard.projector_lag': {
    output: {
      total_events: 2,
      last_event_id: 'evt_000000000003f200',
      estimated_lag: 0,
      status: 'healthy',
      projectors: [],
    },
    varies: ['estimated_lag', 'last_event_id'],
  },
}
