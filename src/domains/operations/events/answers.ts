// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'event.list': {
    output: {
      data: [
        {
          id: 'evt_000000000003e600',
          event_type: 'account.created',
          data: {
            name: 'Main account',
            type: 'personal',
            status: 'active',
            balance: 0,
            user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
            created_at: '2026-03-01T12:00:00.000Z',
            account_uuid: '0199d3a2-7c00-7000-8000-50bb9e0c378c',
          },
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { next_after: 'evt_000000000003e6ff', has_more: false },
    },
    varies: ['data.id', 'meta.next_after'],
  },
  'event.stream': {
    output: {
      id: 'evt_000000000003e800',
      event_type: 'account.created',
      data: {
        name: 'Main account',
        type: 'personal',
        status: 'active',
        balance: 0,
        user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
        created_at: '2026-03-01T12:00:00.000Z',
        account_uuid: '0199d3a2-7c00-7000-8000-385c9c992f95',
      },
      created_at: '2026-03-01T12:00:00.000Z',
    },
    varies: ['id'],
  },
}
