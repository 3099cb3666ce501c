// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'gcu.get': {},
  'gcu.composition': {},
  'gcu.value_history': { input: { period: '7d', interval: 'hourly' } },
  'gcu.supported_banks': {},
  'gcu.quote': { input: { operation: 'buy', amount: '100.00', currency: 'EUR' } },
  'gcu.trading_limits': {},
  'gcu.buy': {
    input: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      amount: '100.00',
      currency: 'USD',
    },
    other: { amount: '101.00' },
  },
  'gcu.sell': {
    input: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      amount: '10.0000',
      currency: 'EUR',
    },
    other: { amount: '11.0000' },
  },
})
