// The events about budgets; only the owner of the budget sees them.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const budget = Type.Object({
  budget_id: Uuid,
  category: Type.String(),
  asset_code: Type.String(),
  period: Type.String(),
  starts_on: Type.String({ format: 'date' }),
  ends_on: Type.String({ format: 'date' }),
  amount: Type.String(),
  spent: Type.String(),
  spent_percent: Type.Number(),
})

export const BudgetWarning = defineEvent({
  type: 'spending.budget_warning',
  version: 1,
  summary: 'Spending reached the warning percentage of a budget.',
  data: budget,
})

export const BudgetExceeded = defineEvent({
  type: 'spending.budget_exceeded',
  version: 1,
  summary: 'More was spent than a budget allows.',
  data: budget,
})
