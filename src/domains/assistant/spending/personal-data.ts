// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'spending.alerts': { through: { budget_id: 'spending.budgets.id' }, erase: 'rows' },
  'spending.books': { through: { view_id: 'spending.views.id' }, erase: 'rows' },
  'spending.budgets': { of: 'user_uuid', erase: 'rows' },
  'spending.checks': { of: 'user_uuid', erase: 'rows' },
  'spending.payees': { through: { view_id: 'spending.views.id' }, erase: 'rows' },
  'spending.rules': { of: 'user_uuid', erase: 'rows' },
  'spending.sums': { through: { view_id: 'spending.views.id' }, erase: 'rows' },
  'spending.views': { of: 'user_uuid', erase: 'rows' },
})
