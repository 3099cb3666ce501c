// The ledger: every other domain moves money through it and in no other way.
import { defineDomain } from '../../operation/domain.ts'

export const ledger = defineDomain({
  name: 'ledger',
  rank: 0,
  summary: 'Double entry over many assets: accounts, balances, holds and moves.',
  operations: [],
})

export {
  bankItself,
  checkUsable,
  findAccounts,
  findHold,
  findOpenHolds,
  getAccount,
  isOperator,
  mayUse,
} from './access.ts'
export { changeStatus, openAccount } from './accounts.ts'
export type { Account, Hold } from './core.ts'
export {
  AccountClosed,
  AccountFrozen,
  HoldNotOpen,
  InsufficientFunds,
  postingErrors,
} from './errors.ts'
export { Executor } from './executor.ts'
export { expireHolds } from './expiry.ts'
export {
  newEntryId,
  readTransactionId,
  type Side,
  systemAccount,
  type SystemCode,
  toEntryId,
  toTransactionId,
} from './ids.ts'
export { findEntry, listBalances, listTransferRows, type MoveRow } from './read-store.ts'
export {
  analyzeLedger,
  type BookCheck,
  type BookCursor,
  checkBooks,
  countBooksToCharge,
  countBooksWithInterest,
  type Day,
  findReversedUnits,
  listBooksToCharge,
  listBooksWithInterest,
  listDayMoves,
  listLargestBalances,
  listTrialBalance,
  sumBalances,
  sumDay,
} from './batch-store.ts'
export { ACCOUNT_CHANGED, post, type PostContext } from './post.ts'
export {
  countWorkflows,
  findWorkflow,
  listWorkflows,
  measureWorkflows,
  type SearchPlace,
  type WorkflowFilter,
  type WorkflowRow,
} from './workflow-store.ts'
