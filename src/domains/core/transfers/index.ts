// Deposits, withdrawals, and transfers between accounts.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import { accountNumbers } from '../account-numbers/index.ts'
import { accounts } from '../accounts/index.ts'
import { assets } from '../assets/index.ts'
import { funding } from '../funding/index.ts'
import { ledger } from '../ledger/index.ts'
import { Completion } from './completion.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeFeeSchedule } from './fee.ts'
import { GuardCheck, type TransferGuard } from './guards.ts'
import { makeOperations } from './operations.ts'
import { settings } from './settings.ts'
import { makeTools } from './tools.ts'

export const transfers = defineDomain({
  name: 'transfers',
  summary: 'Deposits, withdrawals, transfers, and the completion of pending transfers.',
  graphql: 'transfer',
  settings,
  events,
  examples,
  needs: { accountNumbers, accounts, assets, funding, ledger },
  setUp(bank, { TRANSFER_FEE_BASIS_POINTS }, needs) {
    const { clock, database, isForwarding, log } = bank
    const { catalogue } = needs.assets
    const guards = extensionPoint<TransferGuard>()
    const guardCheck = new GuardCheck(guards, database.write)
    const options = {
      guards: guardCheck,
      assets: catalogue,
      feeBasisPoints: TRANSFER_FEE_BASIS_POINTS,
    }
    const { executor } = needs.ledger
    const completion = new Completion({
      clock,
      isForwarding,
      log,
      assets: catalogue,
      executor,
      db: database.read,
    })
    const operations = makeOperations({
      ...options,
      funding: needs.funding.rule,
      listen: bank.listen,
    })
    const named = byName(operations)
    return {
      exports: {
        options,
        /** Called before money moves to another customer or out of the bank. */
        guards,
        /** Asks the guards, for domains whose payments are not transfers. */
        guardCheck,
        feeWithin: makeFeeSchedule(TRANSFER_FEE_BASIS_POINTS),
        operations: named,
      },
      operations,
      tools: makeTools(
        {
          ...needs.accountNumbers.operations,
          ...needs.accounts.operations,
          ...needs.funding.operations,
          ...named,
        },
        catalogue,
      ),
      workers: [completion],
    }
  },
})

export {
  BridgeRequired,
  guardErrors,
  InsufficientBalance,
  TransferBlocked,
  TravelRuleCheckRequired,
} from './errors.ts'
export {
  TransferCompleted,
  TransferCreated,
  TransferFailed,
  TransferInitiated,
  WorkflowCompleted,
  WorkflowStarted,
  WorkflowStepCompleted,
} from './events.ts'
export {
  type Clearance,
  clearPlan,
  type GuardCheck,
  type GuardContext,
  type GuardedPlan,
  type GuardedTransfer,
  type KnownTransfer,
  type PaymentGuards,
  settlePlan,
  type TransferGuard,
} from './guards.ts'
export { type FeeSchedule, makeFeeSchedule } from './fee.ts'
export { transferErrors } from './operations.ts'
export { getTransfer } from './queries.ts'
export { planTransfer, type TransferOptions } from './service.ts'
export { MOVE_STEP, RESERVE_STEP, toTransfer, toWorkflowId } from './view.ts'
