// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'bank_overview.get': {
    output: {
      as_of: '2026-03-01T12:00:00.000Z',
      from: '2026-01-31',
      to: '2026-03-01',
      customers: { active: 0, 'new': 0 },
      assets: [
        {
          asset_code: 'USD',
          customers: '2124.00',
          held: '2124.00',
          in_transit: '0.00',
          own: '0.00',
          deposits: { count: 28, amount: '2056.00' },
          withdrawals: { count: 0, amount: '0.00' },
          payments: { count: 0, amount: '0.00' },
          days: [
            {
              day: '2026-03-01',
              deposits: { count: 28, amount: '2056.00' },
              withdrawals: { count: 0, amount: '0.00' },
              payments: { count: 0, amount: '0.00' },
            },
          ],
        },
        {
          asset_code: 'USDC',
          customers: '2124.00',
          held: '2124.00',
          in_transit: '0.00',
          own: '0.00',
          deposits: { count: 28, amount: '2056.00' },
          withdrawals: { count: 0, amount: '0.00' },
          payments: { count: 0, amount: '0.00' },
          days: [
            {
              day: '2026-03-01',
              deposits: { count: 28, amount: '2056.00' },
              withdrawals: { count: 0, amount: '0.00' },
              payments: { count: 0, amount: '0.00' },
            },
          ],
        },
      ],
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
        name: 'failed_jobs',
        title: 'Background jobs that failed within a day',
        advice: 'Read the cause in the log of the bank. Scheduled jobs run again by themselves.',
        count: 0,
        has_more: false,
        page: null,
      },
    ],
  },
}
