// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const one = { input: { uuid: '0199d3a2-7c00-7000-8000-000000000061' } }

export const examples = defineExamples(answers, {
  'standing_order.create': {
    input: {
      from_account: '0199d3a2-7c00-7000-8000-000000000004',
      to_account: '0199d3a2-7c00-7000-8000-000000000028',
      recipient_name: 'Landlord',
      amount: '950.00',
      asset_code: 'USD',
      reference: 'Rent',
      frequency: 'monthly',
      first_on: '2026-04-01',
    },
    other: { amount: '960.00' },
  },
  'standing_order.list': { input: { status: 'active' } },
  'standing_order.get': one,
  'standing_order.payments': one,
  'standing_order.change': {
    input: { ...one.input, amount: '980.00' },
    other: { amount: '990.00' },
  },
  'standing_order.pause': one,
  'standing_order.resume': one,
  'standing_order.cancel': one,
})
