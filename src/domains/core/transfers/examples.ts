// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const cashMovement = {
  uuid: '0199d3a2-7c00-7000-8000-000000000027',
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
}

const transfer = {
  uuid: '0199d3a2-7c00-7000-8000-000000000032',
  from_account: '0199d3a2-7c00-7000-8000-000000000004',
  to_account: '0199d3a2-7c00-7000-8000-000000000028',
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
}

export const examples = defineExamples({
  'account.deposit': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', amount: '5.00', asset_code: 'EUR' },
    output: { data: { ...cashMovement, amount_deposited: 500 }, message: '5.00 EUR deposited.' },
    other: { amount: '6.00' },
  },
  'account.withdraw': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', amount: '5.00', asset_code: 'USD' },
    output: {
      data: {
        ...cashMovement,
        type: 'withdrawal',
        asset_code: 'USD',
        balance_after: '95.00',
        transaction_type: 'withdrawal',
        new_balance: 9500,
        amount_withdrawn: 500,
      },
      message: '5.00 USD withdrawn.',
    },
    other: { amount: '6.00' },
  },
  'transfer.create': {
    input: {
      from_account: '0199d3a2-7c00-7000-8000-000000000004',
      to_account: '0199d3a2-7c00-7000-8000-000000000028',
      amount: '1.25',
      asset_code: 'USD',
    },
    output: {
      data: {
        ...transfer,
        status: 'pending',
        completed_at: null,
        estimated_completion: '2026-03-01T12:01:00.000Z',
      },
      message: 'The transfer is in progress.',
    },
    other: { amount: '2.00' },
  },
  'transfer.bulk': {
    input: {
      transfers: [
        {
          from_account: '0199d3a2-7c00-7000-8000-000000000004',
          to_account: '0199d3a2-7c00-7000-8000-000000000028',
          amount: '1.25',
          asset_code: 'USD',
        },
      ],
    },
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
            uuid: '0199d3a2-7c00-7000-8000-000000000031',
            from_balance_after: '98.75',
            to_balance_after: '1.25',
            error: null,
          },
        ],
      },
      message: '1 of 1 transfers completed, 0 refused.',
    },
    other: { mode: 'each' },
  },
  'transfer.get': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000032' },
    output: transfer,
  },
  'transfer.list': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' },
    output: onePage({ ...transfer, direction: 'outgoing' }),
  },
})
