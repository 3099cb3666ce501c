// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'rate.list_public': {},
  'rate.list': {},
  'rate.get_public': { input: { from: 'EUR', to: 'JPY' } },
  'rate.get': {
    input: { from: 'eur', to: 'usd' },
    pathIsChoice: true,
  },
  'rate.convert_public': { input: { from: 'EUR', to: 'JPY', amount: '100' } },
  'rate.convert': {
    input: { from: 'EUR', to: 'USD', amount: '100' },
    pathIsChoice: true,
  },
  'rate.refresh': {
    input: { pairs: ['EUR/USD'] },
    other: { pairs: ['GBP/USD'] },
    as: 'operator',
  },
  'rate.set': {
    input: { from_asset: 'FUSD', rate: '1.0001' },
    other: { rate: '1.0002' },
    as: 'operator',
  },
  'exchange.convert': {
    input: {
      account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
      from_currency: 'USD',
      to_currency: 'JPY',
      amount: '1.00',
    },
    other: { amount: '2.00' },
  },
  'rate_provider.list': {},
  'rate_provider.rate': { input: { provider: 'internal', from: 'EUR', to: 'USD' } },
  'rate_provider.compare': { input: { from: 'EUR', to: 'USD' } },
  'rate_provider.aggregate': { input: { from: 'EUR', to: 'USD' } },
  'rate_provider.history': {
    input: { from: 'EUR', to: 'USD', start_date: '2026-03-01', end_date: '2026-03-01' },
  },
  'rate_provider.validate': { input: { from: 'EUR', to: 'USD', rate: '1.08' } },
})
