// Before the examples of spending: a rule and a budget of the caller.
import { having, type Preparations, type Prepare } from '../../../../test/contract/prepare/scene.ts'

/** A customer has one budget for a category. */
let categories = 0

const ofRule: Prepare = async ({ make }) => ({ id: (await make('spending_rule.create')).data.id })
const ofBudget: Prepare = async ({ make }) => ({
  id: (await make('spending_budget.create')).data.id,
})

export const preparations: Preparations = {
  'spending_rule.list': having('spending_rule.create'),
  'spending_rule.get': ofRule,
  'spending_rule.update': ofRule,
  'spending_rule.delete': ofRule,
  'spending_budget.list': async ({ make }) => {
    await make('spending_budget.create', { category: `category ${++categories}` })
    return {}
  },
  'spending_budget.get': ofBudget,
  'spending_budget.update': ofBudget,
  'spending_budget.delete': ofBudget,
}
