// The errors of rules and budgets.
import { defineError } from '../../../operation/error.ts'

export const TooManyRules = defineError<{ most: number }>(
  'TOO_MANY_SPENDING_RULES',
  422,
  (d) => `You have ${d.most} rules, as many as one person may have; change or delete one of them.`,
)

export const TooManyBudgets = defineError<{ most: number }>(
  'TOO_MANY_BUDGETS',
  422,
  (d) => `You have ${d.most} budgets, as many as one person may have; change or delete one.`,
)

export const BudgetExists = defineError<{ category: string; asset: string; period: string }>(
  'BUDGET_EXISTS',
  409,
  (d) => `You have a ${d.period} budget for ${d.category} in ${d.asset} already; change that one.`,
)
