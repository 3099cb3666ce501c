// The ledger: every other domain moves money through it and only through it.
import { defineDomain } from '../../../operation/domain.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import { keepDays } from '../../../operation/retention.ts'
import { gauge } from '../../../platform/metric.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { personalData } from './personal-data.ts'
import { Executor } from './postings/executor.ts'
import { expiryJob } from './expiry.ts'
import { hasNoEntries } from './integrity/store.ts'
import type { OwnerCheck } from './integrity/opening-proof.ts'
import { makeOperations } from './integrity/operations.ts'
import { countBrokenSums, countQuarantined } from './integrity/store.ts'
import { ACCOUNT_CHANGED } from './postings/service.ts'
import { proofMetrics } from './integrity/metrics.ts'
import { Prover } from './integrity/prover.ts'
import { Rechecks } from './integrity/rechecks.ts'

const PROVE_JOB = 'ledger.prove'

/** A node with more postings in progress than this is busy. */
const BUSY_POSTINGS = 32

export const ledger = defineDomain({
  name: 'ledger',
  summary: 'Double entry over many assets: accounts, balances, holds and moves.',
  graphql: 'ledger',
  events,
  examples,
  personalData,
  needs: {},
  setUp(bank) {
    const { clock, database, horizon, invalidate, jobs, log, metrics, proverPauseMs, work } = bank
    const lane = bank.openLane('ledger')
    const executor = new Executor({ lane, sealer: bank.sealer, onBatch: metrics.countBatch })
    const ownerChecks = extensionPoint<OwnerCheck>()
    const prover = new Prover({
      clock,
      horizon,
      invalidate,
      log,
      db: database.write,
      onState: metrics.setProof,
      ownerChecks,
      proveAllSoon: (tx) => jobs.send(tx, PROVE_JOB, {}),
      pauseMs: proverPauseMs,
    })
    const rechecks = new Rechecks({ db: database.write, jobs, log, work, ownerChecks })
    return {
      exports: {
        executor,
        isBusy: () => executor.waiting > BUSY_POSTINGS,
        hasNoEntries,
        /** Called when the prover verifies accounts, for domains that keep a copy of the owners. */
        ownerChecks,
      },
      operations: makeOperations(rechecks),
      jobs: [
        expiryJob(bank),
        {
          name: PROVE_JOB,
          cron: '23 3 * * *',
          retries: 0,
          run: async () => void (await prover.proveAll()),
        },
        rechecks.job,
      ],
      retention: [
        keepDays('ledger.rechecks', 'started_at', 365, 'Operators see how earlier rechecks ended.'),
      ],
      queues: [
        {
          name: 'quarantined_accounts',
          title: 'Accounts in quarantine',
          advice: 'Find out why their books do not add up, then prove them again.',
          page: '/dashboard',
          count: countQuarantined,
        },
        {
          name: 'unbalanced_sums',
          title: 'Assets whose balances do not add up to zero',
          advice:
            'Switch transfers off until the full proof, which has been started, names the accounts.',
          page: '/dashboard',
          count: countBrokenSums,
        },
      ],
      metrics: [
        gauge(
          {
            name: 'florin_ledger_postings_waiting',
            help: 'Postings of this process that are not written yet.',
          },
          () => executor.waiting,
        ),
        proofMetrics(clock),
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
  isVisible,
  canUse,
} from './accounts/access.ts'
export { listNameless } from './accounts/holder-store.ts'
export {
  changeStatus,
  openAccount,
  openAccounts,
  setHolderNames,
  setInDebt,
} from './accounts/service.ts'
export { type MoveBook, type MoveFilter } from './history/move-store.ts'
export { listBalancesAtEach, listDayClosings } from './balances/closing-store.ts'
export type { Account } from './postings/core.ts'
export {
  AccountFrozen,
  AccountQuarantined,
  BalanceTooLarge,
  DebtOutstanding,
  InsufficientFunds,
  postingErrors,
} from './errors.ts'
export type { Executor } from './postings/executor.ts'
export { expireHolds } from './expiry.ts'
export { listAccountsWithFunds } from './accounts/debt-store.ts'
export { checkArchive, proofOf, writeArchive } from './archive/archive.ts'
export { type FullProof, proveAll } from './integrity/full-proof.ts'
export { TableRewritten } from './integrity/snapshots.ts'
export { type Group, openGroup } from './postings/group.ts'
export { type ListedRow, readNewestPage } from './history/page-store.ts'
export {
  countHistory,
  findHistoryRow,
  type HistoryFilter,
  type HistoryRow,
  type HistorySearch,
  type HistorySort,
  isCountKept,
  listHistory,
  listNewestOfEach,
  lockReversals,
  sumReversals,
  type Weights,
} from './history/store.ts'
export {
  LINES_MAX,
  newEntryId,
  toEntryId,
  readTransactionId,
  TRANSFER_PURPOSE,
  type Side,
  systemAccount,
  type SystemCode,
} from './ids.ts'
export { type BankMove, listBankMoves } from './history/leg-store.ts'
export {
  type AmountRange,
  BANK_SEARCHED_MAX,
  type BankPayment,
  searchPayments,
} from './history/search-store.ts'
export { readAccountSummaries, type AccountSummary } from './accounts/summary-store.ts'
export { listTransferRows } from './history/transfer-store.ts'
export { selectHoldings } from './balances/holdings-store.ts'
export { invariantNames, invariants } from './integrity/invariants.ts'
export { countAccountsByTenant, findFirstAccounts, selectHolders } from './accounts/owner-store.ts'
export {
  countBooks,
  isOwnersAccount,
  listHoldsOfFew,
  listHoldsOfMany,
  listMovesOfFew,
  listMovesOfMany,
  OWNER_ACCOUNTS,
  readOwners,
} from './history/person-store.ts'
export { listPayees } from './history/payee-store.ts'
export {
  type BankBalance,
  type BookInPeriod,
  checkChain,
  listBankBalances,
  listTurnovers,
  sumHolds,
} from './balances/period-store.ts'
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
} from './history/log-store.ts'
export { compareHolders, type OwnerCheck } from './integrity/opening-proof.ts'
export { readProver } from './integrity/store.ts'
export {
  type DailyVolume,
  listActiveOwners,
  type OwnerActivity,
  sumDailyVolumes,
} from './history/volume-store.ts'
export {
  findEntries,
  findEntry,
  listReversingMoves,
  isAssetHeld,
  listBalances,
  type MoveRow,
  sumAsset,
} from './balances/store.ts'
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
} from './balances/bulk-store.ts'
export { post, type PostContext } from './postings/service.ts'
export {
  countWorkflows,
  findWorkflow,
  listWorkflows,
  measureWorkflows,
  type SearchPlace,
  type WorkflowFilter,
  type WorkflowRow,
} from './history/workflow-store.ts'
export {
  findAccounts,
  getAccount,
  listBooksInPeriod,
  listMoves,
  listOwners,
  sumMovesByKind,
  toTransactionId,
} from './for-tasks.ts'
