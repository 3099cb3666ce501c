// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const id = '0199d3a2-7c00-7000-8000-000000000101'
export const examples = defineExamples(answers, {
  'spending_rule.create': {
    input: { reference: 'REWE', category: 'groceries', merchant: 'REWE' },
    other: { reference: 'EDEKA', merchant: 'EDEKA' },
  },
  'spending_rule.list': {},
  'spending_rule.get': { input: { id } },
  'spending_rule.update': {
    input: { id, category: 'household', priority: 10 },
    other: { priority: 20 },
  },
  'spending_rule.delete': { input: { id } },
  'spending_budget.create': {
    input: { category: 'groceries', asset_code: 'USD', period: 'monthly', amount: '400.00' },
    other: { category: 'dining' },
  },
  'spending_budget.list': {},
  'spending_budget.get': { input: { id } },
  'spending_budget.update': {
    input: { id, amount: '450.00' },
    other: { amount: '460.00' },
  },
  'spending_budget.delete': { input: { id } },
  'spending_recurring.list': {},
})
