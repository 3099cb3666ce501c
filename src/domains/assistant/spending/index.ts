// Spending: categories and people's own rules for them, daily sums of what moved, budgets and recurring payments.
import { defineDomain } from '../../../operation/domain.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { budgetJob } from './alerts.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { budgetsReader, sumsReader, viewsJob } from './folding.ts'
import { makeOperations } from './operations.ts'

export const spending = defineDomain({
  name: 'spending',
  summary: 'Categories by rules, budgets with alerts, and recurring payments.',
  events,
  examples,
  needs: { accounts, assets, ledger },
  setUp(bank, _settings, needs) {
    const { jobs, clock, longWork } = bank
    const { catalogue } = needs.assets
    return {
      face: {},
      operations: makeOperations({ assets: catalogue, jobs, work: longWork }),
      readers: [sumsReader(), budgetsReader(jobs, clock)],
      jobs: [budgetJob(bank, catalogue), viewsJob()],
    }
  },
})

export {
  categoryWords,
  EXCHANGE,
  findCategory,
  locateCategory,
  locateMerchant,
  merchantWords,
  type Named,
  NO_MERCHANT,
  OWN_TRANSFERS,
  toCategory,
  UNCATEGORIZED,
} from './categories.ts'
export {
  type Day,
  dayIn,
  dayOf,
  endOf,
  goBack,
  monthOf,
  readDay,
  type Span,
  startOf,
  type Unit,
  unitAround,
  writeDay,
  yearOf,
} from './days.ts'
export { labelAll, labelledRows } from './labelled-store.ts'
export { columns, type Narrow, type Scope } from './labelling.ts'
export { findRecurring, type RecurringPayment } from './recurring.ts'
export { labelOne, type Labels, noLabels } from './rules.ts'
export {
  reachOf,
  type Reach,
  selectParts,
  type SumScope,
} from './sums-store.ts'
export { findView } from './view-store.ts'

/** `counted` is spent or earned; `own` moved between two accounts in question; `exchange` swapped one asset for another. */
export type Kind = 'counted' | 'own' | 'exchange'
