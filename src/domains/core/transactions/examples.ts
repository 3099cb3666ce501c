// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'transaction.list': {},
  'account.transactions': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
  'transaction.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000005' } },
  'payment.list': {
    input: { asset_code: 'USD', amount_from: '5', limit: 20 },
    as: 'operator',
  },
  'payment.get': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000005' } },
  'account.statement': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
  'transaction.reverse': {
    input: { transaction_id: '0199d3a2-7c00-7000-8000-000000000005', reason: 'A mistake' },
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
    other: { reversal_reason: 'Changed' },
  },
  'account.reversals': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
  'reversal.status': { input: { reversal_id: 'rev_0199d3a2-7c00-7000-8000-000000000035' } },
  'balance.history': { input: { period: 'week' } },
  'account.balances_at': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', instant: '2026-03-01T12:00:00.000Z' },
  },
  'balance.explain': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000036', asset: 'USD' } },
  'account.legacy_balance': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
  'account.legacy_summary': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
})
