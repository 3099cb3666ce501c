// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'account.deposit': {
    output: {
      data: {
        uuid: '0199d3a2-7c00-7000-8000-3ba5d51b133f',
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
        type: 'deposit',
        amount: '5.00',
        asset_code: 'EUR',
        status: 'completed',
        reference: null,
        created_at: '2026-03-01T12:00:00.000Z',
        completed_at: '2026-03-01T12:00:00.000Z',
        balance_after: '5.00',
        transaction_type: 'deposit',
        new_balance: 500,
        amount_deposited: 500,
      },
      message: '5.00 EUR deposited.',
    },
  },
  'account.withdraw': {
    output: {
      data: {
        uuid: '0199d3a2-7c00-7000-8000-3ba5d51b133f',
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
        type: 'withdrawal',
        amount: '5.00',
        asset_code: 'USD',
        status: 'completed',
        reference: null,
        created_at: '2026-03-01T12:00:00.000Z',
        completed_at: '2026-03-01T12:00:00.000Z',
        balance_after: '95.00',
        transaction_type: 'withdrawal',
        new_balance: 9500,
        amount_withdrawn: 500,
      },
      message: '5.00 USD withdrawn.',
    },
  },
  'transfer.create': {
    output: {
      data: {
        uuid: '0199d3a2-7c00-7000-8000-3ba5d51b133f',
        from_account: '0199d3a2-7c00-7000-8000-000000000004',
        to_account: '0199d3a2-7c00-7000-8000-000000000028',
        from_name: 'Ada Lovelace',
        to_name: null,
        amount: '1.25',
        asset_code: 'USD',
        status: 'pending',
        reference: null,
        workflow_id: 'wf_0199d3a27c0070008000000000000030',
        created_at: '2026-03-01T12:00:00.000Z',
        completed_at: null,
        estimated_completion: '2026-03-01T12:01:00.000Z',
        failure_reason: null,
        metadata: {},
        fees: { transfer_fee: '0.00', currency: 'USD' },
      },
      message: 'The transfer is in progress.',
    },
    varies: ['data.workflow_id'],
  },
  'transfer.bulk': {
    output: {
      data: {
        mode: 'all_or_nothing',
        simulated: false,
        total: 1,
        completed: 1,
        refused: 0,
        results: [
          {
            index: 0,
            status: 'completed',
            uuid: '0199d3a2-7c00-7000-8000-f8c5f1e78c86',
            from_balance_after: '98.75',
            to_balance_after: '1.25',
            error: null,
          },
        ],
      },
      message: '1 of 1 transfers completed, 0 refused.',
    },
  },
  'transfer.get': {
    output: {
      uuid: '0199d3a2-7c00-7000-8000-000000000032',
      from_account: '0199d3a2-7c00-7000-8000-248556adbfd4',
      to_account: '0199d3a2-7c00-7000-8000-5c379b59d56c',
      from_name: 'Ada Lovelace',
      to_name: 'Ada Lovelace',
      amount: '1.25',
      asset_code: 'USD',
      status: 'completed',
      reference: null,
      workflow_id: 'wf_0199d3a27c0070008000000000000030',
      created_at: '2026-03-01T12:00:00.000Z',
      completed_at: '2026-03-01T12:00:00.000Z',
      estimated_completion: null,
      failure_reason: null,
      metadata: {},
      fees: { transfer_fee: '0.00', currency: 'USD' },
    },
    varies: ['workflow_id'],
  },
  'transfer.list': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    },
  },
}
