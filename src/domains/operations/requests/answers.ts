// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'request.list': { output: { data: [], next: null } },
  'request.get': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000060',
      request_id: 'I83M2iwGDF-q',
      operation: 'transfer.create',
      method: 'POST',
      path: '/api/v2/transfers',
      status: 422,
      error_code: 'INSUFFICIENT_BALANCE',
      duration_ms: 14.63,
      credential_id: null,
      credential_kind: 'api_key',
      user_agent: null,
      address: '203.0.113.7',
      omitted: 0,
      created_at: '2026-03-01T12:00:00.000Z',
      exchange: null,
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
        operation: 'transfer.create',
        method: 'POST',
        path: '/api/v2/transfers',
        status: 422,
        error_code: 'INSUFFICIENT_BALANCE',
        duration_ms: 5.33,
        credential_id: null,
        credential_kind: 'api_key',
        user_agent: null,
        address: '203.0.113.7',
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
    varies: ['data.at'],
  },
}
