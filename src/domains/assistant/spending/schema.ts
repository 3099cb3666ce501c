// Wire shapes of rules, budgets and recurring payments.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { plainText } from '../../../kernel/text.ts'
import { AmountInput, AssetCode } from '../../core/assets/for-tasks.ts'
import { budgetStatuses, WARNING_BY_DEFAULT } from './budgets/service.ts'
import { intervals } from './recurring-payments/service.ts'
import { PRIORITY_BY_DEFAULT } from './rules/service.ts'

const Decimal = Type.String({ description: 'Decimal, in whole units of the asset.' })
const Date = Type.String({ format: 'date' })

export const ruleId = Type.String({ maxLength: 255, description: 'The id of the rule.' })
export const budgetId = Type.String({ maxLength: 255, description: 'The id of the budget.' })

export const ruleInput = {
  reference: Type.Optional(
    Nullable(
      Type.String({
        ...plainText(100),
        description:
          'Up to five words that the reference must have, all of them, as whole words in upper or lower case.',
      }),
    ),
  ),
  counterparty_account: Type.Optional(
    Nullable(described(Uuid, 'The account that was paid, or that paid.')),
  ),
  category: Type.Optional(
    Nullable(Type.String({ ...plainText(50), description: 'The category to assign.' })),
  ),
  merchant: Type.Optional(
    Nullable(Type.String({ ...plainText(100), description: 'The merchant to assign.' })),
  ),
}

const priority = {
  minimum: 0,
  maximum: 1_000,
  description: 'Rules with a smaller number come first, and the newest among equals.',
}
export const Priority = Type.Integer({ ...priority, default: PRIORITY_BY_DEFAULT })
export const NewPriority = Type.Optional(Type.Integer(priority))

export const SpendingRule = Type.Object(
  {
    id: Uuid,
    reference: Nullable(Type.String()),
    counterparty_account: Nullable(Uuid),
    category: Nullable(Type.String()),
    merchant: Nullable(Type.String()),
    priority: Type.Integer(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'SpendingRule' },
)

export const BudgetPeriod = Type.Enum(['weekly', 'monthly', 'yearly'], {
  $id: 'BudgetPeriod',
  description: 'A UTC week from Monday on, a month or a year of the calendar.',
})

const warning = {
  minimum: 1,
  maximum: 99,
  description: 'The share of the amount, in percent, from which a warning is given.',
}

export const budgetInput = {
  category: Type.String({ ...plainText(50), description: 'The category that the budget is for.' }),
  asset_code: AssetCode,
  period: BudgetPeriod,
  amount: described(AmountInput, 'How much may be spent in each period.'),
  warning_percent: Type.Integer({ ...warning, default: WARNING_BY_DEFAULT }),
}

export const budgetChange = {
  amount: Type.Optional(budgetInput.amount),
  warning_percent: Type.Optional(Type.Integer(warning)),
}

const budget = {
  id: Uuid,
  category: Type.String(),
  asset_code: Type.String(),
  period: BudgetPeriod,
  amount: Decimal,
  warning_percent: Type.Integer(),
  created_at: DateTime,
  updated_at: DateTime,
}

export const Budget = Type.Object(budget, { $id: 'Budget' })

export const BudgetStatus = Type.Object(
  {
    ...budget,
    starts_on: Date,
    ends_on: Date,
    spent: Decimal,
    remaining: Decimal,
    spent_percent: Type.Number(),
    status: Type.Enum([...budgetStatuses], { $id: 'BudgetState' }),
  },
  { $id: 'BudgetStatus', description: 'A budget with what was spent in its current period.' },
)

/** Payments beyond this number, those expected last, are left out. */
export const RECURRING_MAX = 100

export const RecurringPayments = Type.Object(
  {
    recurring: Type.Array(
      Type.Object(
        {
          merchant: Nullable(Type.String()),
          counterparty_account: Nullable(Uuid),
          counterparty_name: described(
            Nullable(Type.String()),
            'The customer who is paid; null where it is not always the same account.',
          ),
          category: Type.String(),
          asset_code: Type.String(),
          interval: Type.Enum([...intervals], { $id: 'RecurringInterval' }),
          amount: described(Decimal, 'The last amount.'),
          payments: Type.Integer({ description: 'The payments of this rhythm that are known.' }),
          first_on: Date,
          last_on: Date,
          next_on: described(Date, 'When the next payment is expected.'),
        },
        { $id: 'RecurringPayment' },
      ),
      { maxItems: RECURRING_MAX },
    ),
  },
  { $id: 'RecurringPayments' },
)
