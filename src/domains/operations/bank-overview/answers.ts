// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'bank_overview.get': {
    output: {
      as_of: '2026-03-01T12:00:00.000Z',
      from: '2026-01-31',
      to: '2026-03-01',
      customers: { active: 0, 'new': 0 },
      assets: [],
    },
    varies: ['assets', 'customers.active', 'customers.new'],
  },
  'work_queue.list': {
    output: [
      {
        name: 'quarantined_accounts',
        title: 'Accounts in quarantine',
        advice: 'Find out why their books do not add up, then prove them again.',
        count: 0,
        has_more: false,
        page: '/dashboard',
      },
      {
        name: 'unbalanced_sums',
        title: 'Assets whose balances do not add up to zero',
        advice:
          'Switch transfers off until the full proof, which has been started, names the accounts.',
        count: 0,
        has_more: false,
        page: '/dashboard',
      },
    ],
  },
}
