// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'audit.list': {
    output: {
      data: [
        {
          id: '0199d3a2-7c00-7000-8000-c826e68fe2c9',
          operation: 'rate_limits.set',
          by_operator: true,
          user_uuid: '0199d3a2-7c00-7000-8000-000000000002',
          agent_uuid: null,
          credential_id: '0199d3a2-7c00-7000-8000-a2b4bf481c50',
          target_uuid: null,
          address: '127.0.0.1',
          request_id: 'FUoTbHS1iF-ame',
          created_at: '2026-03-01T12:00:00.000Z',
        },
        {
          id: '0199d3a2-7c00-7000-8000-829d67410e59',
          operation: 'rate_limits.set',
          by_operator: true,
          user_uuid: '0199d3a2-7c00-7000-8000-000000000002',
          agent_uuid: null,
          credential_id: '0199d3a2-7c00-7000-8000-a2b4bf481c50',
          target_uuid: null,
          address: '127.0.0.1',
          request_id: 'FUoTbHS1iF-amb',
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      next: '0199d3a2-7c00-7000-8000-3966cda1d72d',
    },
    varies: ['data.operation', 'data.request_id', 'data.target_uuid', 'next'],
  },
}
