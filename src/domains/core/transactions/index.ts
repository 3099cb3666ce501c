// What moved, what it left behind, and how to take it back.
import { defineDomain } from '../../../operation/domain.ts'
import type { LongWork } from '../../../operation/heavy.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import type { Funding } from '../funding/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { makePastOperations } from './past-operations.ts'
import { makeReversalOperations } from './reversal-operations.ts'

export const transactions = (options: {
  readonly assets: AssetCatalogue
  readonly funding: Funding
  readonly work: LongWork
}) =>
  defineDomain({
    name: 'transactions',
    rank: 3,
    summary: 'History, statements, balances of the past, and reversals.',
    examples,
    operations: [
      ...makeOperations(options.assets, options.work),
      ...makeReversalOperations(options),
      ...makePastOperations(options.assets),
    ],
    events: Object.values(events),
  })

export { TransactionCompleted, TransactionCreated, TransactionFailed } from './events.ts'
export { listTransactions } from './history.ts'
export { toTransaction } from './view.ts'
export { getTransaction } from './history.ts'
