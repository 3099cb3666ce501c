// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'request.list': { output: { data: [], next: null } },
  'request.get': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000060',
      request_id: 'I83M2iwGDF-q',
      operation: 'webhook.list',
      method: 'GET',
      path: '/api/v2/webhooks',
      status: 200,
      error_code: null,
      duration_ms: 14.63,
      credential_id: '0199d3a2-7c00-7000-8000-d3abe8ee3928',
      credential_kind: 'api_key',
      user_agent: 'node',
      address: '127.0.0.1',
      omitted: 0,
      created_at: '2026-03-01T12:00:00.000Z',
      exchange: {
        url: '/api/v2/webhooks',
        idempotency_key: null,
        request_body: null,
        response_body: '{"data":[]}',
        left_out: null,
        is_cut: false,
      },
    },
    varies: ['duration_ms', 'request_id'],
  },
  'request.stream': {
    output: {
      id: '0199d3a2-7c00-7000-8000-38f0aaafc2c5',
      event_type: 'request.finished',
      data: {
        id: '0199d3a2-7c00-7000-8000-38f0aaafc2c5',
        request_id: 'CK7WRsQGQ5-1g',
        operation: 'webhook.list',
        method: 'GET',
        path: '/api/v2/webhooks',
        status: 200,
        error_code: null,
        duration_ms: 5.33,
        credential_id: '0199d3a2-7c00-7000-8000-ddf85ad81c74',
        credential_kind: 'api_key',
        user_agent: 'node',
        address: '127.0.0.1',
        omitted: 0,
        created_at: '2026-03-01T12:00:00.000Z',
      },
    },
    varies: ['data.duration_ms', 'data.request_id'],
  },
  'request.statistics': {
    output: {
      stretch_seconds: 60,
      is_whole: true,
      data: [
        { at: '2026-03-01T11:01:00.000Z', calls: 0, refused: 0, failed: 0, latency: null },
        { at: '2026-03-01T11:02:00.000Z', calls: 0, refused: 0, failed: 0, latency: null },
      ],
    },
  },
}
