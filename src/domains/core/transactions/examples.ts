// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const transaction = {
  uuid: '0199d3a2-7c00-7000-8000-000000000005',
  account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
  type: 'deposit',
  subtype: null,
  direction: 'incoming',
  amount: '100.00',
  asset_code: 'USD',
  status: 'completed',
  reference: 'Initial balance',
  description: 'Initial balance',
  metadata: {},
  balance_after: '100.00',
  related_account_uuid: null,
  transaction_group_uuid: '0199d3a2-7c00-7000-8000-000000000033',
  parent_transaction_id: null,
  failure_reason: null,
  created_at: '2026-03-01T12:00:00.000Z',
  completed_at: '2026-03-01T12:00:00.000Z',
}

const startedReversal = {
  reversal_id: 'rev_0199d3a2-7c00-7000-8000-000000000035',
  account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
  amount: '7.00',
  asset_code: 'USD',
  transaction_type: 'credit',
  reversal_reason: 'A mistake',
  original_transaction_id: '0199d3a2-7c00-7000-8000-000000000005',
  authorized_by: 'ada@example.com',
  status: 'initiated',
  created_at: '2026-03-01T12:00:00.000Z',
}

const balanceEnd = { instant: '2026-03-01T00:00:00.000Z', balance: '0.00', sequence: 0 }

const kindSum = { count: 1, in: '100.00', out: '0.00', net: '100.00' }

export const examples = defineExamples({
  'transaction.list': { output: onePage(transaction) },
  'account.transactions': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: onePage(transaction),
  },
  'transaction.get': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000005' },
    output: {
      ...transaction,
      amount: '7.00',
      reference: null,
      description: null,
      balance_after: '107.00',
    },
  },
  'account.statement': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: {
      account: {
        uuid: '0199d3a2-7c00-7000-8000-000000000004',
        name: 'Example',
        type: 'personal',
        holder: 'Ada Lovelace',
      },
      period: { from: '2026-03-01T00:00:00.000Z', to: '2026-03-01T12:00:00.000Z' },
      generated_at: '2026-03-01T12:00:00.000Z',
      assets: [
        {
          asset_code: 'USD',
          asset_name: 'US Dollar',
          opening_balance: '0.00',
          total_in: '100.00',
          total_out: '0.00',
          closing_balance: '100.00',
          transactions: [
            {
              uuid: '0199d3a2-7c00-7000-8000-000000000034',
              booked_at: '2026-03-01T12:00:00.000Z',
              type: 'deposit',
              subtype: null,
              direction: 'incoming',
              description: 'Initial balance',
              related_account_uuid: null,
              amount: '100.00',
              balance_after: '100.00',
            },
          ],
        },
      ],
    },
  },
  'transaction.reverse': {
    input: { transaction_id: '0199d3a2-7c00-7000-8000-000000000005', reason: 'A mistake' },
    output: { message: '7.00 USD of the transaction reversed.', data: startedReversal },
    other: { reason: 'Another mistake' },
  },
  'account.reverse_transaction': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000004',
      original_transaction_id: '0199d3a2-7c00-7000-8000-000000000005',
      reversal_reason: 'A mistake',
      amount: '2.00',
      asset_code: 'USD',
      transaction_type: 'credit',
    },
    output: {
      message: '2.00 USD of the transaction reversed.',
      data: { ...startedReversal, amount: '2.00' },
    },
    other: { reversal_reason: 'Changed' },
  },
  'account.reversals': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: {
      data: [
        {
          reversal_id: 'rev_0199d3a2-7c00-7000-8000-000000000035',
          account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
          amount: '7.00',
          asset_code: 'USD',
          transaction_type: 'credit',
          reversal_reason: 'A mistake',
          original_transaction_id: '0199d3a2-7c00-7000-8000-000000000005',
          authorized_by: null,
          status: 'completed',
          created_at: '2026-03-01T12:00:00.000Z',
          completed_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      pagination: { total: 1, limit: 20, offset: 0 },
    },
  },
  'reversal.status': {
    input: { reversal_id: 'rev_0199d3a2-7c00-7000-8000-000000000035' },
    output: {
      reversal_id: 'rev_0199d3a2-7c00-7000-8000-000000000035',
      status: 'completed',
      progress: 100,
      steps_completed: ['validation', 'authorization_check'],
      error_message: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'balance.history': {
    input: { period: 'week' },
    output: {
      period: 'week',
      currency: 'USD',
      points: [
        { date: '2026-02-28', total_usd: '0.00', is_estimated: false },
        { date: '2026-03-01', total_usd: '100.00', is_estimated: false },
      ],
      at_todays_rate: [],
      without_rate: [],
    },
  },
  'account.balances_at': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', instant: '2026-03-01T12:00:00.000Z' },
    output: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      instant: '2026-03-01T12:00:00.000Z',
      balances: [
        {
          asset_code: 'USD',
          balance: 10000,
          total_balance: '100.00',
          formatted: '100.00 USD',
          sequence: 1,
        },
      ],
    },
  },
  'balance.explain': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000036', asset: 'USD' },
    output: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000036',
      asset_code: 'USD',
      from: balanceEnd,
      to: { instant: '2026-03-01T12:00:00.000Z', balance: '100.00', sequence: 1 },
      entries: onePage({
        transaction_uuid: '0199d3a2-7c00-7000-8000-000000000005',
        sequence: 1,
        kind: 'deposits',
        type: 'deposit',
        subtype: null,
        direction: 'incoming',
        amount: '100.00',
        change: '100.00',
        balance_after: '100.00',
        counterparty: { account_uuid: null, bank_account: 'external:deposits' },
        reference: 'Initial balance',
        parent_transaction_id: null,
        asked_by: {
          user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
          credential_id: '0199d3a2-7c00-7000-8000-000000000037',
          agent: null,
          request_id: 'YJ83XV8iax-hk',
        },
        at: '2026-03-01T12:00:00.000Z',
      }),
      sums: {
        deposits: kindSum,
        withdrawals: { count: 0, in: '0.00', out: '0.00', net: '0.00' },
        transfers_in: { count: 0, in: '0.00', out: '0.00', net: '0.00' },
        transfers_out: { count: 0, in: '0.00', out: '0.00', net: '0.00' },
        fees: { count: 0, in: '0.00', out: '0.00', net: '0.00' },
        conversions: { count: 0, in: '0.00', out: '0.00', net: '0.00' },
        reversals: { count: 0, in: '0.00', out: '0.00', net: '0.00' },
        interest: { count: 0, in: '0.00', out: '0.00', net: '0.00' },
        other: { count: 0, in: '0.00', out: '0.00', net: '0.00' },
      },
      holds: {
        opened: { count: 0, amount: '0.00' },
        captured: { count: 0, amount: '0.00' },
        released: { count: 0, amount: '0.00' },
        held_now: { count: 0, amount: '0.00' },
        items: [],
      },
      proof: {
        opening_balance: '0.00',
        sum_of_entries: '100.00',
        expected_closing_balance: '100.00',
        closing_balance: '100.00',
        entries: 1,
        first_sequence: 1,
        last_sequence: 1,
        claims: {
          opening_plus_entries_is_closing: true,
          kinds_sum_to_entries: true,
          every_balance_follows_from_the_one_before: true,
          sequence_without_gap: true,
          closing_is_balance_now: true,
          held_is_sum_of_open_holds: true,
        },
        proven: true,
      },
    },
  },
  'account.legacy_balance': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      balance: 10000,
      frozen: false,
      last_updated: '2026-03-01T12:00:00.000Z',
      turnover: {
        debit: 0,
        credit: 10000,
        period_start: '2026-03-01T00:00:00.000Z',
        period_end: '2026-03-31T23:59:59.999Z',
      },
    },
  },
  'account.legacy_summary': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      current_balance: 10000,
      frozen: false,
      statistics: {
        total_debit_12_months: 0,
        total_credit_12_months: 10000,
        average_monthly_debit: 0,
        average_monthly_credit: 10000,
        months_analyzed: 1,
      },
      monthly_turnovers: [{ month: '2026-03', debit: 0, credit: 10000, net: 10000 }],
    },
  },
})
