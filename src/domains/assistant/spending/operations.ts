// Operations on rules, budgets and recurring payments. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import { reader, remover, writer } from '../../../operation/auth.ts'
import { ownerOf } from '../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { LongWork } from '../../../operation/long-work.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { tasksOf } from '../../../platform/workers.ts'
import * as budgets from './budgets/service.ts'
import { type BudgetOptions } from './budgets/service.ts'
import { BudgetExists, TooManyBudgets, TooManyRules } from './errors.ts'
import * as rules from './rules/service.ts'
import * as schema from './schema.ts'
import type * as tasks from './tasks.ts'

const at = '/api/v2/spending' as const
const task = tasksOf<typeof tasks>(new URL('./tasks.ts', import.meta.url))

export const makeOperations = (options: BudgetOptions & { readonly work: LongWork }) => [
  defineOperation({
    name: 'spending_rule.create',
    kind: 'command',
    summary: 'Add a rule that assigns a category or a merchant, also to past transactions.',
    auth: writer,
    input: Type.Object({ ...schema.ruleInput, priority: schema.Priority }),
    output: schema.SpendingRule,
    errors: [Invalid, TooManyRules],
    rest: [{ route: `POST ${at}/categories/rules`, status: 201, envelope: 'data' }],
    handler: (input, ctx) => rules.createRule(input, ctx, options),
  }),
  defineOperation({
    name: 'spending_rule.list',
    kind: 'query',
    summary: 'List the rules of the caller, in the order in which they are applied.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.SpendingRule),
    errors: [],
    rest: [{ route: `GET ${at}/categories/rules`, envelope: 'page' }],
    handler: (input, ctx) => rules.listRules(input, ctx),
  }),
  defineOperation({
    name: 'spending_rule.get',
    kind: 'query',
    summary: 'Show a rule.',
    auth: reader,
    input: Type.Object({ id: schema.ruleId }),
    output: schema.SpendingRule,
    errors: [NotFound],
    rest: [{ route: `GET ${at}/categories/rules/:id`, envelope: 'data' }],
    handler: async ({ id }, ctx) => rules.toRule(await rules.getRule(id, ctx)),
  }),
  defineOperation({
    name: 'spending_rule.update',
    kind: 'command',
    summary: 'Change a rule; omitted fields keep their value, and null removes one.',
    auth: writer,
    input: Type.Object({ id: schema.ruleId, ...schema.ruleInput, priority: schema.NewPriority }),
    output: schema.SpendingRule,
    errors: [Invalid, NotFound],
    rest: [{ route: `PATCH ${at}/categories/rules/:id`, envelope: 'data' }],
    handler: ({ id, ...input }, ctx) => rules.changeRule(id, input, ctx, options),
  }),
  defineOperation({
    name: 'spending_rule.delete',
    kind: 'command',
    summary: 'Delete a rule; its transactions get the category that they had without it.',
    auth: remover,
    input: Type.Object({ id: schema.ruleId }),
    output: Type.Null(),
    errors: [NotFound],
    rest: [{ route: `DELETE ${at}/categories/rules/:id`, envelope: 'none' }],
    handler: async ({ id }, ctx) => {
      await rules.deleteRule(id, ctx, options)
      return null
    },
  }),
  defineOperation({
    name: 'spending_budget.create',
    kind: 'command',
    summary: 'Set a budget for a category in a week, a month or a year.',
    auth: writer,
    input: Type.Object(schema.budgetInput),
    output: schema.Budget,
    errors: [Invalid, BudgetExists, TooManyBudgets],
    rest: [{ route: `POST ${at}/budgets`, status: 201, envelope: 'data' }],
    handler: (input, ctx) => budgets.createBudget(input, ctx, options),
  }),
  defineOperation({
    name: 'spending_budget.list',
    kind: 'query',
    summary: 'List the budgets of the caller with what was spent in their current periods.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.BudgetStatus),
    errors: [],
    rest: [{ route: `GET ${at}/budgets`, envelope: 'page' }],
    heavy: true,
    handler: (page, { caller, now }) =>
      options.work(task('budgets'), { person: ownerOf({ caller }), now, page }, caller),
  }),
  defineOperation({
    name: 'spending_budget.get',
    kind: 'query',
    summary: 'Show a budget with what was spent in its current period.',
    auth: reader,
    input: Type.Object({ id: schema.budgetId }),
    output: schema.BudgetStatus,
    errors: [NotFound],
    rest: [{ route: `GET ${at}/budgets/:id`, envelope: 'data' }],
    heavy: true,
    handler: async ({ id }, { caller, now }) => {
      const asked = { person: ownerOf({ caller }), now, id }
      const found = isUuid(id) ? await options.work(task('budget'), asked, caller) : undefined
      if (!found) throw NotFound({ what: 'budget', id })
      return found
    },
  }),
  defineOperation({
    name: 'spending_budget.update',
    kind: 'command',
    summary: 'Change the amount of a budget, or when it warns.',
    auth: writer,
    input: Type.Object({ id: schema.budgetId, ...schema.budgetChange }),
    output: schema.Budget,
    errors: [Invalid, NotFound],
    rest: [{ route: `PATCH ${at}/budgets/:id`, envelope: 'data' }],
    handler: ({ id, ...change }, ctx) => budgets.changeBudget(id, change, ctx, options),
  }),
  defineOperation({
    name: 'spending_budget.delete',
    kind: 'command',
    summary: 'Delete a budget.',
    auth: remover,
    input: Type.Object({ id: schema.budgetId }),
    output: Type.Null(),
    errors: [NotFound],
    rest: [{ route: `DELETE ${at}/budgets/:id`, envelope: 'none' }],
    handler: async ({ id }, ctx) => {
      await budgets.deleteBudget(id, ctx)
      return null
    },
  }),
  defineOperation({
    name: 'spending_recurring.list',
    kind: 'query',
    summary: 'The payments of the caller that recur, the next expected first.',
    auth: reader,
    input: Type.Object({}),
    output: schema.RecurringPayments,
    errors: [],
    rest: [{ route: `GET ${at}/recurring`, envelope: 'data' }],
    heavy: true,
    handler: (_input, { caller, now }) =>
      options.work(task('recurring'), { person: ownerOf({ caller }), now }, caller),
  }),
]
