// The transaction history, statements, past balances and reversals.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import { identity } from '../../people/identity/index.ts'
import { accountNumbers } from '../account-numbers/index.ts'
import { accounts } from '../accounts/index.ts'
import { assets } from '../assets/index.ts'
import { funding } from '../funding/index.ts'
import { ledger } from '../ledger/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { makeBalanceOperations } from './balances/operations.ts'
import { makePaymentOperations } from './payments/operations.ts'
import type { ListMoments } from './payments/moments.ts'
import type { ListActions } from './payments/service.ts'
import { personalData } from './personal-data.ts'
import type { RefundCount } from './reversals/left.ts'
import { makeReversalOperations } from './reversals/operations.ts'
import { makeReversing } from './reversals/reversing.ts'

export const transactions = defineDomain({
  name: 'transactions',
  summary: 'Transaction history, statements, past balances, and reversals.',
  graphql: 'transaction',
  events,
  examples,
  personalData,
  needs: { accountNumbers, accounts, assets, funding, identity, ledger },
  setUp({ listen, longWork }, _settings, needs) {
    const { catalogue } = needs.assets
    const refunds = extensionPoint<RefundCount>()
    const actions = extensionPoint<ListActions>()
    const moments = extensionPoint<ListMoments>()
    const reversing = { assets: catalogue, funding: needs.funding.rule, refunds }
    const operations = [
      ...makeOperations(catalogue, needs.accountNumbers.directory, longWork, listen),
      ...makePaymentOperations(
        { ...reversing, actions, moments },
        { assets: catalogue, directory: needs.accountNumbers.directory },
      ),
      ...makeReversalOperations(reversing),
      ...makeBalanceOperations(catalogue),
    ]
    return {
      exports: {
        operations: byName(operations),
        reversing: makeReversing(reversing),
        /** Called to count what the payer of a move got back other than by a reversal. */
        refunds,
        /** Called for what else the caller can do with a payment. */
        actions,
        /** Called for what other domains know of a payment, which its timeline shows. */
        moments,
      },
      operations,
    }
  },
})

export { listActivity, listActivityBefore, toActivity } from './activity.ts'
export { TransactionCompleted, TransactionCreated, TransactionFailed } from './events.ts'
export { listTransactions } from './service.ts'
export { toTransaction } from './view.ts'
export { getTransaction } from './service.ts'
export { type Period, readPeriod, TimeInput } from './period.ts'
export { CounterpartyName } from './schema.ts'
export { AlreadyReversed, NotReversible } from './errors.ts'
export { type ListMoments, momentAt } from './payments/moments.ts'
export type { Reversing } from './reversals/reversing.ts'
