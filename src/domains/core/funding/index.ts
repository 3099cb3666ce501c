// Cash: who may bring it in and take it out.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations, type OperationOptions } from './operations.ts'

export const funding = (options: OperationOptions) =>
  defineDomain({
    name: 'funding',
    rank: 1,
    summary: 'Who may bring cash in and take it out: owners, or operators and their tellers.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
  })

export { FundingNotAllowed } from './errors.ts'
export { CashPlan, Funding, type Reach } from './rule.ts'
