// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'funding.get': { output: { mode: 'open', may_fund: true } },
  'teller.add': {
    output: {
      data: {
        user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
        added_by: '0199d3a2-7c00-7000-8000-000000000002',
        added_at: '2026-03-01T12:00:00.000Z',
      },
      message: 'The user is a teller now.',
    },
  },
  'teller.list': {
    output: {
      data: [
        {
          user_uuid: '0199d3a2-7c00-7000-8000-8c77bdc6cf38',
          added_by: '0199d3a2-7c00-7000-8000-000000000002',
          added_at: '2026-03-01T12:00:00.000Z',
        },
        {
          user_uuid: '0199d3a2-7c00-7000-8000-7ddf770998f1',
          added_by: '0199d3a2-7c00-7000-8000-000000000002',
          added_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
    varies: ['data', 'meta.from', 'meta.to', 'meta.total'],
  },
  'teller.remove': { output: { message: 'The user is no longer a teller.' } },
}
