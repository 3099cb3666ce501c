// The ledger: every other domain moves money through it and only through it.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { Executor } from './executor.ts'
import { expiryJob } from './expiry.ts'
import { findLedgerProblem } from './integrity.ts'
import type { OwnerCheck } from './openings.ts'
import { makeOperations } from './operations.ts'
import { ACCOUNT_CHANGED } from './post.ts'
import { Prover } from './prover.ts'

/** A node with more postings than this under way is busy. */
const BUSY_POSTINGS = 32

export const ledger = defineDomain({
  name: 'ledger',
  summary: 'Double entry over many assets: accounts, balances, holds and moves.',
  events,
  examples,
  needs: {},
  setUp(bank) {
    const { database, metrics } = bank
    const lane = bank.openLane('ledger')
    const executor = new Executor({ lane, sealer: bank.sealer, onBatch: metrics.countBatch })
    const ownerChecks: OwnerCheck[] = []
    const prover = new Prover({
      ...bank,
      db: database.write,
      onState: metrics.setProof,
      ownerChecks,
    })
    return {
      face: {
        executor,
        isBusy: () => executor.waiting > BUSY_POSTINGS,
        findProblem: () => findLedgerProblem(database.read),
        /** For domains that keep a copy of the owners, which the prover compares. */
        addOwnerCheck: (check: OwnerCheck) => void ownerChecks.push(check),
      },
      operations: makeOperations(prover),
      runners: { ledger: executor },
      jobs: [
        expiryJob(bank),
        {
          name: 'ledger.prove',
          cron: '23 3 * * *',
          retries: 0,
          run: async () => void (await prover.proveAll()),
        },
      ],
      caches: [
        {
          topic: ACCOUNT_CHANGED,
          forget: (account) => executor.forget(account),
          forgetAll: () => executor.forgetAll(),
        },
      ],
      workers: [
        {
          async stop() {
            await executor.close()
            await lane.close()
          },
        },
        prover,
      ],
    }
  },
})

export {
  checkOpen,
  checkUsable,
  findHold,
  findOpenHolds,
  isPayableFrom,
  isThere,
  mayUse,
} from './access.ts'
export { changeStatus, openAccount, openAccounts, setOwing } from './accounts.ts'
export { type BookedBook, type BookedFilter } from './booked-store.ts'
export { listBalancesAtEach, listDayClosings } from './closing-store.ts'
export type { Account } from './core.ts'
export { AccountFrozen, DebtOutstanding, InsufficientFunds, postingErrors } from './errors.ts'
export type { Executor } from './executor.ts'
export { expireHolds } from './expiry.ts'
export { listFunded } from './owing-store.ts'
export { type FullProof, proveAll } from './full-proof.ts'
export { type Group, type GroupOptions, openGroup, runGroup } from './group.ts'
export { type ListedRow, readNewestPage } from './newest-store.ts'
export {
  countHistory,
  findHistoryRow,
  type HistoryFilter,
  type HistoryRow,
  type HistorySort,
  isCountKept,
  listHistory,
  listNewestOfEach,
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
} from './ids.ts'
export { readStandings, type Standing } from './standing-store.ts'
export { listTransferRows } from './transfers-store.ts'
export { selectHoldings } from './holdings-store.ts'
export { invariantNames, invariants } from './invariants.ts'
export { countAccountsByTenant, findFirstAccounts, selectHolders } from './owner-store.ts'
export {
  countBooks,
  isPersons,
  listHoldsOfFew,
  listHoldsOfMany,
  listMovesOfFew,
  listMovesOfMany,
  PERSONS_ACCOUNTS,
  readOwners,
} from './person-store.ts'
export { listPaidAccounts } from './paid-store.ts'
export {
  type BankBalance,
  type BookInPeriod,
  checkChain,
  listBankBalances,
  listTurnovers,
  sumHolds,
} from './period-store.ts'
export {
  findMoveTime,
  type HoldLogRow,
  findOwnBooks,
  isOwnedBy,
  listAccountIdsOf,
  type OwnBooks,
  listHoldLog,
  listMoveLog,
  LOW_CENTS,
  type MoveLogRow,
  type MoveShape,
  type Tally,
  type SidedTally,
  type TouchedBook,
  tallyHolds,
  tallyHoldsOf,
  tallyMoves,
  tallyMovesOf,
} from './log-store.ts'
export { compareHolders, type OwnerCheck } from './openings.ts'
export { readProver } from './prover-store.ts'
export {
  findEntries,
  findEntry,
  isAssetHeld,
  listBalances,
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
export { ACCOUNT_CHANGED, post, type PostContext, statementsOf } from './post.ts'
export {
  countWorkflows,
  findWorkflow,
  listWorkflows,
  measureWorkflows,
  type SearchPlace,
  type WorkflowFilter,
  type WorkflowRow,
} from './workflow-store.ts'
export {
  findAccounts,
  getAccount,
  listBooksInPeriod,
  listMoves,
  listOwners,
  sumMovesByKind,
  toTransactionId,
} from './for-tasks.ts'
