// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'spending_rule.create': {
    output: {
      id: '0199d3a2-7c00-7000-8000-38f0aaafc2c5',
      reference: 'rewe',
      counterparty_account: null,
      category: 'groceries',
      merchant: 'REWE',
      priority: 100,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'spending_rule.list': {
    output: {
      data: [
        {
          id: '0199d3a2-7c00-7000-8000-c826e68fe2c9',
          reference: 'rewe',
          counterparty_account: null,
          category: 'groceries',
          merchant: 'REWE',
          priority: 100,
          created_at: '2026-03-01T12:00:00.000Z',
          updated_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'spending_rule.get': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000101',
      reference: 'rewe',
      counterparty_account: null,
      category: 'groceries',
      merchant: 'REWE',
      priority: 100,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'spending_rule.update': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000101',
      reference: 'rewe',
      counterparty_account: null,
      category: 'household',
      merchant: 'REWE',
      priority: 10,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'spending_budget.create': {
    output: {
      id: '0199d3a2-7c00-7000-8000-38f0aaafc2c5',
      category: 'groceries',
      asset_code: 'USD',
      period: 'monthly',
      amount: '400.00',
      warning_percent: 80,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'spending_budget.list': {
    output: {
      data: [
        {
          id: '0199d3a2-7c00-7000-8000-c826e68fe2c9',
          category: 'groceries',
          asset_code: 'USD',
          period: 'monthly',
          amount: '400.00',
          warning_percent: 80,
          created_at: '2026-03-01T12:00:00.000Z',
          updated_at: '2026-03-01T12:00:00.000Z',
          starts_on: '2026-03-01',
          ends_on: '2026-03-31',
          spent: '0.00',
          remaining: '400.00',
          spent_percent: 0,
          status: 'within',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
    varies: ['data.category'],
  },
  'spending_budget.get': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000101',
      category: 'groceries',
      asset_code: 'USD',
      period: 'monthly',
      amount: '400.00',
      warning_percent: 80,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      starts_on: '2026-03-01',
      ends_on: '2026-03-31',
      spent: '0.00',
      remaining: '400.00',
      spent_percent: 0,
      status: 'within',
    },
  },
  'spending_budget.update': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000101',
      category: 'groceries',
      asset_code: 'USD',
      period: 'monthly',
      amount: '450.00',
      warning_percent: 80,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'spending_recurring.list': { output: { recurring: [] } },
}
