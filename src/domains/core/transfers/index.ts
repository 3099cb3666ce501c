// Money in, out and across.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { TransferOptions } from './service.ts'

export const transfers = (options: TransferOptions) =>
  defineDomain({
    name: 'transfers',
    rank: 2,
    summary: 'Deposits, withdrawals, transfers, and how a pending one is completed.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
  })

export { Completion } from './completion.ts'
export { InsufficientBalance } from './errors.ts'
export {
  TransferCompleted,
  TransferCreated,
  TransferFailed,
  TransferInitiated,
  WorkflowCompleted,
  WorkflowStarted,
  WorkflowStepCompleted,
} from './events.ts'
export { transferErrors } from './operations.ts'
export { getTransfer } from './reading.ts'
export { planTransfer, type TransferOptions } from './service.ts'
export { MOVE_STEP, RESERVE_STEP, toTransfer, toWorkflowId } from './view.ts'
