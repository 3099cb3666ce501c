// The errors of rules and budgets.
import { defineError } from '../../../operation/error.ts'

export const TooManyRules = defineError<{ most: number }>(
  'TOO_MANY_SPENDING_RULES',
  422,
  (d) => `You have ${d.most} rules, which is the limit; change or delete one of them.`,
  { advice: 'Call PATCH or DELETE /api/v2/spending/categories/rules/{id}.' },
)

export const TooManyBudgets = defineError<{ most: number }>(
  'TOO_MANY_BUDGETS',
  422,
  (d) => `You have ${d.most} budgets, which is the limit; change or delete one.`,
  { advice: 'Call PATCH or DELETE /api/v2/spending/budgets/{id}.' },
)

export const BudgetExists = defineError<{ category: string; asset: string; period: string }>(
  'BUDGET_EXISTS',
  409,
  (d) => `You have a ${d.period} budget for ${d.category} in ${d.asset} already; change that one.`,
  {
    advice:
      'Find its id by GET /api/v2/spending/budgets and send the new amount to PATCH /api/v2/spending/budgets/{id}.',
  },
)
