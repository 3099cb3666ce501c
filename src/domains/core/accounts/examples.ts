// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const account = {
  uuid: '0199d3a2-7c00-7000-8000-000000000004',
}

export const examples = defineExamples(answers, {
  'customer_account.list': {
    input: { owner: 'ada', status: 'active', asset: 'USD' },
    as: 'operator',
  },
  'customer_account.get': {
    input: { uuid: account.uuid },
    as: 'operator',
  },
  'account.list': {},
  'account.create': {
    input: {
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
      name: 'Savings',
      initial_balance: 500,
    },
    other: { name: 'Other savings' },
  },
  'account.open': {
    input: { name: 'Travel' },
    other: { name: 'Other travel' },
  },
  'account.get': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
  'account.update': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', name: 'Renamed' },
    other: { name: 'Renamed again' },
  },
  'account.freeze': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', reason: 'Lost' },
    other: { reason: 'Stolen' },
  },
  'account.unfreeze': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', reason: 'Found' },
    other: { reason: 'Found again' },
  },
  'account.delete': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
  'account.balances': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
  'account.balances_decimal': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
  'balance.list': {},
})
