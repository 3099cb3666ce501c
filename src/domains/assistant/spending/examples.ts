// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const id = '0199d3a2-7c00-7000-8000-000000000101'
const created_at = '2026-03-01T12:00:00.000Z'

const rule = {
  id,
  reference: 'rewe',
  counterparty_account: null,
  category: 'groceries',
  merchant: 'REWE',
  priority: 100,
  created_at,
  updated_at: created_at,
}

const budget = {
  id,
  category: 'groceries',
  asset_code: 'USD',
  period: 'monthly',
  amount: '400.00',
  warning_percent: 80,
  created_at,
  updated_at: created_at,
}

const budgetStatus = {
  ...budget,
  starts_on: '2026-03-01',
  ends_on: '2026-03-31',
  spent: '0.00',
  remaining: '400.00',
  spent_percent: 0,
  status: 'within',
}

export const examples = defineExamples({
  'spending_rule.create': {
    input: { reference: 'REWE', category: 'groceries', merchant: 'REWE' },
    output: rule,
    other: { reference: 'EDEKA', merchant: 'EDEKA' },
  },
  'spending_rule.list': { output: onePage(rule) },
  'spending_rule.get': { input: { id }, output: rule },
  'spending_rule.update': {
    input: { id, category: 'household', priority: 10 },
    output: { ...rule, category: 'household', priority: 10 },
    other: { priority: 20 },
  },
  'spending_rule.delete': { input: { id } },
  'spending_budget.create': {
    input: { category: 'groceries', asset_code: 'USD', period: 'monthly', amount: '400.00' },
    output: budget,
    other: { category: 'dining' },
  },
  'spending_budget.list': { output: onePage(budgetStatus) },
  'spending_budget.get': { input: { id }, output: budgetStatus },
  'spending_budget.update': {
    input: { id, amount: '450.00' },
    output: { ...budget, amount: '450.00' },
    other: { amount: '460.00' },
  },
  'spending_budget.delete': { input: { id } },
  'spending_recurring.list': {
    output: {
      recurring: [
        {
          merchant: 'Netflix',
          counterparty_account: null,
          category: 'subscriptions',
          asset_code: 'USD',
          interval: 'monthly',
          amount: '15.99',
          payments: 7,
          first_on: '2025-08-12',
          last_on: '2026-02-12',
          next_on: '2026-03-12',
        },
      ],
    },
  },
})
