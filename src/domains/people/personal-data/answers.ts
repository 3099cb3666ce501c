// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'personal_data.export': {
    output: {
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
      tables: [
        { table: 'accounts.accounts', rows: 1, not_exported: null, kept: null },
        { table: 'accounts.counts', rows: 1, not_exported: null, kept: null },
      ],
    },
  },
  'user.export': {
    output: {
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
      tables: [
        { table: 'accounts.accounts', rows: 1, not_exported: null, kept: null },
        { table: 'accounts.counts', rows: 1, not_exported: null, kept: null },
      ],
    },
  },
  'erasure.preview': {
    output: {
      can_be_erased: true,
      obstacles: [],
      erased: ['a2a.push_configs', 'a2a.push_queues'],
      kept: [
        {
          law: 'books',
          reason: 'Payments are part of the books of the bank, which the law makes it keep.',
          until: '2031-03-01T12:00:00.000Z',
          tables: ['agent_payments.payments', 'batches.batches'],
        },
        {
          law: 'identification',
          reason:
            'The rules against money laundering make the bank keep who its customers were, what they paid and how it checked them.',
          until: '2031-03-01T12:00:00.000Z',
          tables: ['cards.cardholders', 'chains.custody'],
        },
      ],
    },
  },
  'erasure.create': {
    output: {
      id: '0199d3a2-7c00-7000-8000-38f0aaafc2c5',
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
      asked_at: '2026-03-01T12:00:00.000Z',
      asked_by: '0199d3a2-7c00-7000-8000-000000000001',
      status: 'erasing',
      kept_until: '2031-03-01T12:00:00.000Z',
      erased_at: null,
      ended_at: null,
      erased: ['a2a.push_configs', 'a2a.push_queues'],
      kept: [
        {
          law: 'books',
          reason: 'Payments are part of the books of the bank, which the law makes it keep.',
          until: '2031-03-01T12:00:00.000Z',
          tables: ['agent_payments.payments', 'batches.batches'],
        },
        {
          law: 'identification',
          reason:
            'The rules against money laundering make the bank keep who its customers were, what they paid and how it checked them.',
          until: '2031-03-01T12:00:00.000Z',
          tables: ['cards.cardholders', 'chains.custody'],
        },
      ],
    },
  },
  'user.erase': {
    output: {
      id: '0199d3a2-7c00-7000-8000-38f0aaafc2c5',
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
      asked_at: '2026-03-01T12:00:00.000Z',
      asked_by: '0199d3a2-7c00-7000-8000-000000000002',
      status: 'erasing',
      kept_until: '2031-03-01T12:00:00.000Z',
      erased_at: null,
      ended_at: null,
      erased: ['a2a.push_configs', 'a2a.push_queues'],
      kept: [
        {
          law: 'books',
          reason: 'Payments are part of the books of the bank, which the law makes it keep.',
          until: '2031-03-01T12:00:00.000Z',
          tables: ['agent_payments.payments', 'batches.batches'],
        },
        {
          law: 'identification',
          reason:
            'The rules against money laundering make the bank keep who its customers were, what they paid and how it checked them.',
          until: '2031-03-01T12:00:00.000Z',
          tables: ['cards.cardholders', 'chains.custody'],
        },
      ],
    },
  },
  'erasure.list': {
    output: {
      data: [
        {
          id: '0199d3a2-7c00-7000-8000-c826e68fe2c9',
          user_uuid: '0199d3a2-7c00-7000-8000-8c77bdc6cf38',
          asked_at: '2026-03-01T12:00:00.000Z',
          asked_by: '0199d3a2-7c00-7000-8000-000000000002',
          status: 'erasing',
          kept_until: '2031-03-01T12:00:00.000Z',
          erased_at: null,
          ended_at: null,
          reason: 'Asked by letter, file 2026-118.',
        },
        {
          id: '0199d3a2-7c00-7000-8000-829d67410e59',
          user_uuid: '0199d3a2-7c00-7000-8000-7ddf770998f1',
          asked_at: '2026-03-01T12:00:00.000Z',
          asked_by: '0199d3a2-7c00-7000-8000-000000000002',
          status: 'erasing',
          kept_until: '2031-03-01T12:00:00.000Z',
          erased_at: null,
          ended_at: null,
          reason: 'Asked by letter, file 2026-118.',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 5, from: 1, to: 5 },
    },
    varies: ['data.asked_by', 'data.reason', 'meta.to', 'meta.total'],
  },
  'erasure.disclose': {
    output: {
      user_uuid: '0199d3a2-7c00-7000-8000-19288201e7a7',
      name: 'Ada Lovelace',
      email: 'grace@example.com',
    },
  },
}
