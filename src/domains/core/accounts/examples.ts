// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const account = {
  uuid: '0199d3a2-7c00-7000-8000-000000000004',
  user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
  name: 'Main account',
  balance: 0,
  frozen: false,
  type: 'personal',
  status: 'active',
  metadata: {},
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const balanceAsset = { code: 'USD', name: 'US Dollar', type: 'fiat', symbol: '$', precision: 2 }

const customerAccount = {
  uuid: account.uuid,
  name: account.name,
  type: account.type,
  status: account.status,
  account_number: '61803398873',
  iban: 'LT129999900061803398',
  user_uuid: account.user_uuid,
  owner: { name: 'Ada Lovelace', email: 'ada@example.com' },
  manager_uuid: null,
  tenant_id: null,
  balances: [{ asset_code: 'USD', total_balance: '100.00', available_balance: '80.00' }],
  created_at: account.created_at,
  closed_at: null,
}

export const examples = defineExamples({
  'customer_account.list': {
    input: { owner: 'ada', status: 'active', asset: 'USD' },
    output: onePage(customerAccount),
    as: 'operator',
  },
  'customer_account.get': {
    input: { uuid: account.uuid },
    output: {
      ...customerAccount,
      status: 'frozen',
      status_changes: [
        {
          status: 'frozen',
          reason: 'Please call us about a payment of yesterday.',
          note: 'Case 1842',
          authorized_by: null,
          user_uuid: '0199d3a2-7c00-7000-8000-000000000002',
          created_at: account.created_at,
        },
      ],
    },
    as: 'operator',
  },
  'account.list': { output: onePage(account) },
  'account.create': {
    input: {
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
      name: 'Savings',
      initial_balance: 500,
    },
    output: {
      data: { ...account, name: 'Savings', balance: 500 },
      message: 'The account is open.',
    },
    other: { name: 'Other savings' },
  },
  'account.open': {
    input: { name: 'Travel' },
    output: { data: { ...account, name: 'Travel' }, message: 'The account is open.' },
    other: { name: 'Other travel' },
  },
  'account.get': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: { ...account, name: 'Example', balance: 10000 },
  },
  'account.update': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', name: 'Renamed' },
    output: {
      data: { ...account, name: 'Renamed', balance: 10000 },
      message: 'The account is changed.',
    },
    other: { name: 'Renamed again' },
  },
  'account.freeze': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', reason: 'Lost' },
    output: { message: 'The account is frozen.' },
    other: { reason: 'Stolen' },
  },
  'account.unfreeze': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', reason: 'Found' },
    output: { message: 'The account is active again.' },
    other: { reason: 'Found again' },
  },
  'account.delete': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: { message: 'The account is closed.' },
  },
  'account.balances': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      balances: [
        { asset_code: 'USD', balance: 10000, formatted: '100.00 USD', asset: balanceAsset },
      ],
      summary: { total_assets: 1, total_usd_equivalent: '100.00' },
    },
  },
  'account.balances_decimal': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
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
          asset: balanceAsset,
        },
      ],
      summary: { total_assets: 1, total_usd_equivalent: '100.00' },
    },
  },
  'balance.list': {
    output: {
      data: [
        {
          account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
          asset_code: 'USD',
          balance: 10000,
          formatted: '100.00 USD',
          account: {
            uuid: '0199d3a2-7c00-7000-8000-000000000004',
            user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
          },
        },
      ],
      meta: { total_accounts: 1, total_balances: 1, asset_totals: { USD: '100.00' } },
    },
  },
})
