// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'feature.list': {
    output: [
      {
        feature: 'all-changes',
        group: 'The whole bank',
        summary: 'All changes; reading remains possible.',
        on: true,
        reason: null,
        switched_by: null,
        switched_at: null,
        changed: null,
      },
      {
        feature: 'sign-up',
        group: 'The whole bank',
        summary: 'Registration of new users.',
        on: true,
        reason: null,
        switched_by: null,
        switched_at: null,
        changed: null,
      },
    ],
  },
  'feature.switch': {
    output: {
      feature: 'exchange',
      group: 'Markets',
      summary: 'Order books by price and time, a house that quotes both sides, and settled trades.',
      on: true,
      reason: null,
      switched_by: null,
      switched_at: null,
      changed: {
        by: '0199d3a2-7c00-7000-8000-000000000002',
        by_name: 'Operator',
        at: '2026-03-01T12:00:00.000Z',
        audit_id: null,
      },
    },
  },
  'rate_limits.get': {
    output: {
      per_minute: 0,
      per_hour: 0,
      graphql_user: 0,
      graphql_guest: 0,
      configured: { per_minute: 0, per_hour: 0, graphql_user: 0, graphql_guest: 0 },
      reason: 'No limits while a customer moves over.',
      set_by: '0199d3a2-7c00-7000-8000-000000000002',
      set_at: '2026-03-01T12:00:00.000Z',
    },
    varies: ['reason', 'set_at', 'set_by'],
  },
  'rate_limits.set': {
    output: {
      per_minute: 0,
      per_hour: 0,
      graphql_user: 0,
      graphql_guest: 0,
      configured: { per_minute: 0, per_hour: 0, graphql_user: 0, graphql_guest: 0 },
      reason: 'No limits while a customer moves over.',
      set_by: '0199d3a2-7c00-7000-8000-000000000002',
      set_at: '2026-03-01T12:00:00.000Z',
    },
  },
}
