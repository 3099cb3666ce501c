// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'ledger.integrity': {
    output: {
      status: 'sound',
      checked_at: '2026-03-01T12:00:00.000Z',
      full_checked_at: null,
      verified_position: 0,
      newest_position: 0,
      lag_moves: 0,
      counts: { accounts: 18, balances: 24, moves: 0, holds: 0 },
      quarantined_accounts: 0,
      invariants: [
        {
          name: 'zero_sum',
          statement: 'In each environment, all balances of an asset add up to zero.',
          status: 'sound',
          violation_count: 0,
        },
        {
          name: 'balance',
          statement: 'Each balance is the sum of the moves of its account and asset.',
          status: 'sound',
          violation_count: 0,
        },
      ],
    },
    varies: [
      'counts.accounts',
      'counts.balances',
      'counts.holds',
      'counts.moves',
      'lag_moves',
      'newest_position',
      'verified_position',
    ],
  },
  'ledger.recheck': {
    output: {
      lifted_count: 0,
      still_count: 0,
      lifted: [],
      still_quarantined: [],
      integrity: {
        status: 'sound',
        checked_at: '2026-03-01T12:00:00.000Z',
        full_checked_at: null,
        verified_position: 0,
        newest_position: 0,
        lag_moves: 0,
        counts: { accounts: 21, balances: 24, moves: 0, holds: 0 },
        quarantined_accounts: 0,
        invariants: [
          {
            name: 'zero_sum',
            statement: 'In each environment, all balances of an asset add up to zero.',
            status: 'sound',
            violation_count: 0,
            violations: [],
          },
          {
            name: 'balance',
            statement: 'Each balance is the sum of the moves of its account and asset.',
            status: 'sound',
            violation_count: 0,
            violations: [],
          },
        ],
      },
    },
    varies: [
      'integrity.checked_at',
      'integrity.counts.accounts',
      'integrity.counts.balances',
      'integrity.counts.holds',
      'integrity.counts.moves',
      'integrity.lag_moves',
      'integrity.newest_position',
      'integrity.verified_position',
    ],
  },
  'ledger_recheck.start': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-4b4703e7891b',
      covers: 'all',
      status: 'running',
      total: 0,
      checked: 0,
      released: 0,
      still_broken: 0,
      started_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      ended_at: null,
    },
  },
  'ledger_recheck.get': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-000000000062',
      covers: 'all',
      status: 'done',
      total: 39,
      checked: 39,
      released: 38,
      still_broken: 1,
      started_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      ended_at: '2026-03-01T12:00:00.000Z',
    },
  },
}
