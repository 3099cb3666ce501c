// Spending: categories and users' own rules for them, daily sums of what moved, budgets and recurring payments.
import { defineDomain } from '../../../operation/domain.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { budgetJob } from './budgets/alerts.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { personalData } from './personal-data.ts'
import { budgetsReader, sumsReader, viewMaintenanceJob } from './sums/aggregation.ts'
import { makeOperations } from './operations.ts'

export const spending = defineDomain({
  name: 'spending',
  summary: 'Categories by rules, budgets with alerts, and recurring payments.',
  graphql: 'spending',
  events,
  examples,
  personalData,
  needs: { accounts, assets, ledger },
  setUp(bank, _settings, needs) {
    const { jobs, clock, longWork } = bank
    const { catalogue } = needs.assets
    return {
      operations: makeOperations({ assets: catalogue, jobs, work: longWork }),
      readers: [sumsReader(), budgetsReader(jobs, clock)],
      jobs: [budgetJob(bank, catalogue), viewMaintenanceJob()],
    }
  },
})

export { type Named } from './categories.ts'
export { type Day, type Span, type Unit } from './days.ts'
export { type Narrow, type Scope } from './sums/label-expressions.ts'
export { type RecurringPayment } from './recurring-payments/service.ts'
export { type Labels } from './rules/labels.ts'
export { type Coverage, type SumScope } from './sums/store.ts'

/** `counted` is spent or earned; `own` moved between two accounts in question; `exchange` swapped one asset for another. */
export type Kind = 'counted' | 'own' | 'exchange'
export { readDay, writeDay } from './for-tasks.ts'
