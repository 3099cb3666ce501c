// The ledger: every other domain moves money through it and in no other way.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { type ExpiryOptions, expiryJob } from './expiry.ts'
import { makeOperations } from './operations.ts'
import type { Prover } from './prover.ts'

export const ledger = (options: ExpiryOptions & { readonly prover: Prover }) =>
  defineDomain({
    name: 'ledger',
    rank: 0,
    summary: 'Double entry over many assets: accounts, balances, holds and moves.',
    examples,
    operations: makeOperations(options.prover),
    events: Object.values(events),
    jobs: [
      expiryJob(options),
      {
        name: 'ledger.prove',
        cron: '23 3 * * *',
        retries: 0,
        run: async () => void (await options.prover.proveAll()),
      },
    ],
  })

export {
  checkOpen,
  checkUsable,
  findAccounts,
  findHold,
  findOpenHolds,
  getAccount,
  mayUse,
} from './access.ts'
export { changeStatus, openAccount } from './accounts.ts'
export { type BookedFilter, selectBooked } from './booked-store.ts'
export type { Account } from './core.ts'
export {
  AccountFrozen,
  InsufficientFunds,
  postingErrors,
} from './errors.ts'
export { Executor } from './executor.ts'
export { expireHolds } from './expiry.ts'
export { type FullProof, proveAll } from './full-proof.ts'
export { findEarlierReplies, type Group, openGroup } from './group.ts'
export {
  countHistory,
  findHistoryRow,
  type HistoryFilter,
  type HistoryRow,
  type HistorySort,
  listHistory,
  listMoves,
  lockReversals,
  type Weights,
} from './history-store.ts'
export {
  newEntryId,
  readTransactionId,
  TRANSFER_PURPOSE,
  type Side,
  systemAccount,
  type SystemCode,
  toTransactionId,
} from './ids.ts'
export { selectHoldings } from './holdings-store.ts'
export { findLedgerProblem } from './integrity.ts'
export { invariantNames, invariants } from './invariants.ts'
export { findFirstAccounts } from './owner-store.ts'
export {
  type BookInPeriod,
  checkChain,
  listBooksInPeriod,
  listTurnovers,
  sumHolds,
  sumMovesByKind,
} from './period-store.ts'
export {
  findMoveTime,
  type HoldLogRow,
  listAccountIdsOf,
  listHoldLog,
  listMoveLog,
  listOwners,
  LOW_CENTS,
  type MoveLogRow,
  type MoveShape,
  type Tally,
  type SidedTally,
  tallyHolds,
  tallyHoldsOf,
  tallyMoves,
  tallyMovesOf,
} from './log-store.ts'
export { compareHolders, type Witness } from './openings.ts'
export { Prover } from './prover.ts'
export { readProver } from './prover-store.ts'
export {
  findEntry,
  isAssetHeld,
  listBalances,
  listTransferRows,
  type MoveRow,
  sumAsset,
} from './read-store.ts'
export {
  analyzeLedger,
  type BookCheck,
  type BookCursor,
  checkBooks,
  countBooksToCharge,
  countBooksWithInterest,
  type Day,
  lockReversedUnits,
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
