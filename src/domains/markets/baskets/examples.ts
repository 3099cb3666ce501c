// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'basket.list': {},
  'basket.get': { input: { code: 'gcu' } },
  'basket.value': { input: { code: 'GCU' } },
  'basket.history': { input: { code: 'GCU', days: 7 } },
  'basket.performance': { input: { code: 'GCU', period: '90d' } },
  'basket.components': { input: { code: 'GCU' } },
  'basket.top_performers': { input: { code: 'GCU' } },
  'basket.worst_performers': { input: { code: 'GCU' } },
  'basket.create': {
    input: {
      code: 'EXB',
      name: 'Example',
      type: 'dynamic',
      components: [
        { asset_code: 'USD', weight: 60 },
        { asset_code: 'EUR', weight: '40.00' },
      ],
    },
    other: { name: 'Another' },
    as: 'operator',
  },
  'basket.rebalance': {
    input: { code: 'GCU', simulate: false },
    other: { simulate: true },
    as: 'operator',
  },
  'account.baskets': { input: { uuid: '0199d3a2-7c00-7000-8000-000000000004' } },
  'account.compose_basket': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000004',
      basket_code: 'GCU',
      amount: '10.0000',
    },
    other: { amount: '11.0000' },
  },
  'account.decompose_basket': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000004', basket_code: 'GCU', amount: '5.0000' },
    other: { amount: '6.0000' },
  },
})
