// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'account.deposit': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', amount: '5.00', asset_code: 'EUR' },
    other: { amount: '6.00' },
  },
  'account.withdraw': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', amount: '5.00', asset_code: 'USD' },
    other: { amount: '6.00' },
  },
  'transfer.create': {
    input: {
      from_account: '0199d3a2-7c00-7000-8000-000000000004',
      to_account: '0199d3a2-7c00-7000-8000-000000000028',
      amount: '1.25',
      asset_code: 'USD',
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
    other: { mode: 'each' },
  },
  'transfer.get': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000032' } },
  'transfer.list': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
})
