// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'customer_account.list': {
    output: {
      data: [
        {
          uuid: '0199d3a2-7c00-7000-8000-028fe4568919',
          name: 'Savings',
          type: 'personal',
          status: 'active',
          account_number: '61803398873',
          iban: 'LT129999900061803398',
          user_uuid: '0199d3a2-7c00-7000-8000-000000000002',
          owner: { name: 'Operator', email: 'operator@example.com' },
          manager_uuid: null,
          tenant_id: null,
          balances: [{ asset_code: 'USD', total_balance: '100.00', available_balance: '100.00' }],
          created_at: '2026-03-01T12:00:00.000Z',
          closed_at: null,
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
    varies: ['data.account_number', 'data.iban'],
  },
  'customer_account.get': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-000000000004',
      name: 'Savings',
      type: 'personal',
      status: 'active',
      account_number: '61803398873',
      iban: 'LT129999900061803398',
      user_uuid: '0199d3a2-7c00-7000-8000-000000000002',
      owner: { name: 'Operator', email: 'operator@example.com' },
      manager_uuid: null,
      tenant_id: null,
      balances: [{ asset_code: 'USD', total_balance: '100.00', available_balance: '100.00' }],
      created_at: '2026-03-01T12:00:00.000Z',
      closed_at: null,
      status_changes: [],
    },
    varies: ['account_number', 'iban'],
  },
  'account.list': {
    output: {
      data: [
        {
          uuid: '0199d3a2-7c00-7000-8000-028fe4568919',
          user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
          name: 'Main account',
          balance: 0,
          frozen: false,
          type: 'personal',
          status: 'active',
          metadata: {},
          created_at: '2026-03-01T12:00:00.000Z',
          updated_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'account.create': {
    output: {
      data: {
        uuid: '0199d3a2-7c00-7000-8000-3ba5d51b133f',
        user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
        name: 'Savings',
        balance: 500,
        frozen: false,
        type: 'personal',
        status: 'active',
        metadata: {},
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
      message: 'The account is open.',
    },
  },
  'account.open': {
    output: {
      data: {
        uuid: '0199d3a2-7c00-7000-8000-3ba5d51b133f',
        user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
        name: 'Travel',
        balance: 0,
        frozen: false,
        type: 'personal',
        status: 'active',
        metadata: {},
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
      message: 'The account is open.',
    },
  },
  'account.get': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-000000000004',
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
      name: 'Savings',
      balance: 10000,
      frozen: false,
      type: 'personal',
      status: 'active',
      metadata: {},
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'account.update': {
    output: {
      data: {
        uuid: '0199d3a2-7c00-7000-8000-000000000004',
        user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
        name: 'Renamed',
        balance: 10000,
        frozen: false,
        type: 'personal',
        status: 'active',
        metadata: {},
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
      message: 'The account is changed.',
    },
  },
  'account.freeze': { output: { message: 'The account is frozen.' } },
  'account.unfreeze': { output: { message: 'The account is active again.' } },
  'account.delete': { output: { message: 'The account is closed.' } },
  'account.balances': {
    output: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      balances: [
        {
          asset_code: 'USD',
          balance: 10000,
          formatted: '100.00 USD',
          asset: { code: 'USD', name: 'US Dollar', type: 'fiat', symbol: '$', precision: 2 },
        },
      ],
      summary: { total_assets: 1, total_usd_equivalent: '100.00' },
    },
  },
  'account.balances_decimal': {
    output: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      balances: [
        {
          asset_code: 'USD',
          balance: 10000,
          formatted: '100.00 USD',
          available_balance: '100.00',
          reserved_balance: '0.00',
          total_balance: '100.00',
          asset: { code: 'USD', name: 'US Dollar', type: 'fiat', symbol: '$', precision: 2 },
        },
      ],
      summary: { total_assets: 1, total_usd_equivalent: '100.00' },
    },
  },
  'balance.list': {
    output: { data: [], meta: { total_accounts: 0, total_balances: 0, asset_totals: {} } },
  },
}
