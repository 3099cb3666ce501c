// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'grant.list': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    },
  },
  'grant.list_of_user': {
    output: {
      data: [
        {
          uuid: '0199d3a2-7c00-7000-8000-028fe4568919',
          client_id: 'fcl_0Hd05TEc5vK6idu6O5bVBR5f',
          client_name: 'Test agent',
          scopes: ['accounts:read', 'payments:read'],
          daily_limit_minor: 50000,
          daily_limit_currency: 'USD',
          created_at: '2026-03-01T12:00:00.000Z',
          last_used_at: '2026-03-01T12:00:00.000Z',
          expires_at: '2026-03-31T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
    varies: ['data.client_id'],
  },
  'grant.update': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-000000000014',
      client_id: 'fcl_0Hd05TEc5vK6idu6O5bVBR5f',
      client_name: 'Test agent',
      scopes: ['accounts:read', 'payments:read'],
      daily_limit_minor: 5000,
      daily_limit_currency: 'USD',
      created_at: '2026-03-01T12:00:00.000Z',
      last_used_at: '2026-03-01T12:00:00.000Z',
      expires_at: '2026-03-31T12:00:00.000Z',
    },
    varies: ['client_id'],
  },
  'grant.revoke': { output: { message: '"Test agent" is disconnected.' } },
  'grant.revoke_of_user': { output: { message: '"Test agent" is disconnected.' } },
}
