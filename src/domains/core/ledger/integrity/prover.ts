// The prover continuously recomputes the ledger from the moves and holds, on one node at a time. It verifies
// new moves within seconds, at a cost in proportion to their number; it verifies quiet balances, accounts and
// old moves again in turn, a slice of each per pass; once a day it proves everything from the first move on.
// Accounts with a broken balance are put in quarantine until an operator has them rechecked. A finding counts only when
// two snapshots in a row have it, and none counts if a table was rewritten while the snapshot was read.
import type { Logger } from 'pino'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Horizon } from '../../../../operation/horizon.ts'
import type { Invalidate } from '../../../../operation/operation.ts'
import { notifyNodes } from '../../../../operation/store.ts'
import { type Db, isRetryable, retrying } from '../../../../platform/database.ts'
import { type FullProof, proveAll, proveSum } from './full-proof.ts'
import { type Finding, findingKey } from './invariants.ts'
import { ACCOUNT_CHANGED } from '../postings/service.ts'
import { listOpened } from '../accounts/opening-store.ts'
import { proveOpenings, type OwnerCheck } from './opening-proof.ts'
import {
  type BalanceName,
  findMoveStretch,
  tunePlannerForProof,
  proveBalances,
  proveLinksOfStretch,
  proveMovesOfStretch,
  proveNoOverdrafts,
  proveOverdraftsOf,
  proveRange,
  proveStretchAgain,
  proveLatestMoves,
} from './proof-store.ts'
import { checkSnapshot, snapshotsOf, TableRewritten } from './snapshots.ts'
import {
  advanceProver,
  type Cursor,
  findNewRange,
  insertViolations,
  listAccountsWithViolations,
  listBalancesToReverify,
  lockAccountsToQuarantine,
  type NewLogRange,
  type ProverState,
  readCursor,
  readProver,
  recordFullProof,
  recordSum,
  setQuarantine,
  reverificationStart,
  tryLockProver,
} from './store.ts'
import { checkRange } from './range-store.ts'

export interface ProverOptions {
  readonly db: Db
  readonly clock: Clock
  readonly log: Logger
  readonly horizon: Horizon
  /** Clears this node's cache; the other nodes are notified to clear theirs. */
  readonly invalidate: Invalidate
  readonly onState: (state: ProverState) => void
  /** The checks of domains that keep a copy of the owners. */
  readonly ownerChecks: Handlers<OwnerCheck>
  /** Has everything proved soon; sent with the transaction. */
  readonly proveAllSoon: (tx: Db) => Promise<void>
  /** The pause between two rounds. */
  readonly pauseMs: number
}

/** The outcome of a pass: another node or a migration holds the lock, more is waiting, or all is verified. */
export type Pass = 'busy' | 'more' | 'done'

/** How long a pass waits for open transactions before it verifies only the part of the log before them. */
const HORIZON_MS = 100
/** Moves and holds verified in one pass; fewer while much is broken, so that the findings of a pass stay bounded. */
const STRETCH_MAX = 50_000
const STRETCH_MIN = 200
/** A pass with more findings is rolled back and repeated with a shorter stretch; the shortest has fewer. */
const FINDINGS_MAX = 1_000
/** Accounts with violations that one pass handles: those it found, and some of all others in turn. */
const ACCOUNTS_MAX = 1_000
/** Moves of one balance that a tour walks at once. */
const WALKED_MAX = 20_000
const OVERDRAFTS_MAX = 1_000
/** How many of each kind one pass verifies again; there is about one pass per second. */
const BALANCES_AGAIN = 200
const ACCOUNTS_AGAIN = 300
const MOVES_AGAIN = 1_000
/** After this many passes in a row the state is reported, even if more is waiting. */
const PASSES_MAX = 50
const SUM_EVERY_MS = 60_000
/** Bounds the log lines when very many places are broken. */
const LOGGED_MAX = 20
/** Summing all balances takes at most this share of the time. */
const SUM_SHARE = 0.01

/** Rolls back a pass with too many findings. */
class TooMuchFound extends Error {}

/** Rolls back a pass with findings that the pass before it did not have. */
class FirstSight extends Error {
  /** All findings that are not recorded yet. */
  readonly findings: readonly Finding[]

  constructor(findings: readonly Finding[]) {
    super()
    this.findings = findings
  }
}

export class Prover {
  private readonly options: ProverOptions
  private stretchMax = STRETCH_MAX
  /** The keys of what the last pass found for the first time; the next pass of this node confirms it. */
  private suspected: ReadonlySet<string> = new Set()
  private overdraftsAfter: BalanceName = reverificationStart.balance
  private quarantinedAfter: string = reverificationStart.account
  private timer: NodeJS.Timeout | undefined
  private working: Promise<void> | undefined
  private isStopping = false
  private sumDueAt = -Infinity

  constructor(options: ProverOptions) {
    this.options = options
  }

  start(): void {
    const round = (): void => {
      this.working = this.round().finally(() => {
        if (this.isStopping) return
        this.timer = setTimeout(round, this.options.pauseMs)
        this.timer.unref()
      })
    }
    round()
  }

  /** Resolves when the pass in progress has ended. */
  async stop(): Promise<void> {
    this.isStopping = true
    clearTimeout(this.timer)
    await this.working
  }

  private async round(): Promise<void> {
    const { db, log } = this.options
    try {
      for (let passes = 0; passes < PASSES_MAX && !this.isStopping; passes++)
        if ((await this.pass()) !== 'more') break
      if (performance.now() >= this.sumDueAt) await this.sumUp()
      this.options.onState(await readProver(db))
    } catch (error) {
      if (!this.isStopping)
        log.warn({ err: error }, 'the ledger could not be verified; the next round tries again')
    }
  }

  /** Verifies the new moves, and a slice of the old ones. */
  async pass(): Promise<Pass> {
    const { db, clock } = this.options
    const now = clock.now()
    // The horizon is settled before the snapshot is taken, so that the snapshot has everything up to it.
    const until = await this.options.horizon.settle(HORIZON_MS)
    const outcome = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        if (!(await tryLockProver(tx))) return undefined
        await tunePlannerForProof(tx)
        const cursor = await readCursor(tx)
        const stretch = await findNewRange(tx, cursor, this.stretchMax, until)
        const { findings, tours, overdraftsAfter } = await this.proveStretch(tx, stretch, cursor)
        const news = await insertViolations(tx, findings, now)
        await advanceProver(tx, stretch, tours, now)
        await checkSnapshot(tx)
        if (!news.every((finding) => this.suspected.has(findingKey(finding))))
          throw new FirstSight(news)
        return { news, isLast: stretch.isLast, accounts: accountsOf(findings), overdraftsAfter }
      })
      .catch((error: unknown) => {
        if (error instanceof TooMuchFound || error instanceof TableRewritten) return error
        if (error instanceof FirstSight) return error
        if (isRetryable(error)) return undefined
        throw error
      })
    if (outcome instanceof FirstSight) return this.lookAgain(outcome)
    if (outcome instanceof TooMuchFound) {
      this.stretchMax = Math.max(STRETCH_MIN, Math.floor(this.stretchMax / 8))
      return 'more'
    }
    if (outcome instanceof TableRewritten) {
      this.options.log.info(`${outcome.message}; this part of the ledger is proved again`)
      return 'more'
    }
    if (!outcome) {
      // Another node makes the next pass.
      this.suspected = new Set()
      return 'busy'
    }
    this.suspect([], outcome.news)
    this.overdraftsAfter = outcome.overdraftsAfter
    if (outcome.news.length < FINDINGS_MAX / 4)
      this.stretchMax = Math.min(STRETCH_MAX, this.stretchMax * 2)
    this.report(outcome.news)
    await this.quarantine(outcome.accounts)
    await this.quarantineLeftOut()
    return outcome.isLast ? 'done' : 'more'
  }

  /** The pass was rolled back. What it found for the second time is recorded, and the next pass looks for the rest. */
  private async lookAgain({ findings }: FirstSight): Promise<Pass> {
    const isConfirmed = (finding: Finding): boolean => this.suspected.has(findingKey(finding))
    const confirmed = findings.filter(isConfirmed)
    this.suspect(
      findings.filter((finding) => !isConfirmed(finding)),
      confirmed,
    )
    await this.record(confirmed)
    return 'more'
  }

  /** Remembers what was found for the first time, and drops what was found by the pass before and not again. */
  private suspect(findings: readonly Finding[], confirmed: readonly Finding[]): void {
    const dropped = this.suspected.size - confirmed.length
    if (dropped > 0)
      this.options.log.warn(`${dropped} findings are dropped: a second snapshot did not have them`)
    this.suspected = new Set(findings.map(findingKey))
  }

  /**
   * While more of the log is waiting, a balance may have moves there and is compared only when they are
   * reached. At the end of the log every balance is compared: one with further moves must be wrong.
   */
  private async proveStretch(tx: Db, stretch: NewLogRange, cursor: Cursor) {
    const isShortest = this.stretchMax === STRETCH_MIN
    const limits = { suspects: FINDINGS_MAX, withUnfinished: stretch.isLast }
    const { suspects, isMixed, unfinished } = await checkRange(tx, stretch, limits)
    if (suspects.length > FINDINGS_MAX && !isShortest) throw new TooMuchFound()
    const findings = [
      ...(await proveRange(tx, stretch, suspects)),
      ...(await (isMixed ? proveMovesOfStretch : proveLinksOfStretch)(tx, stretch)),
    ]
    if (findings.length > FINDINGS_MAX && !isShortest) throw new TooMuchFound()
    const overdrafts = await proveNoOverdrafts(tx, this.overdraftsAfter, OVERDRAFTS_MAX)
    const overdraftsAfter = overdrafts.last ?? reverificationStart.balance
    findings.push(...overdrafts.findings)
    if (!stretch.isLast) return { findings, tours: cursor.tours, overdraftsAfter }
    const quiet = await listBalancesToReverify(tx, cursor.tours, BALANCES_AGAIN)
    findings.push(...(await proveBalances(tx, stretch, [...unfinished, ...quiet], WALKED_MAX)))
    findings.push(...(await proveLatestMoves(tx, quiet)))
    const accounts = await this.proveAccountsAgain(tx, cursor.tours.account)
    const moves = await this.proveMovesAgain(tx, cursor)
    findings.push(...accounts.findings, ...moves.findings)
    const isRound = quiet.length < BALANCES_AGAIN
    const balance = isRound ? reverificationStart.balance : quiet.at(-1)!
    const tours = { balance, account: accounts.last, position: moves.last }
    return { findings, tours, overdraftsAfter }
  }

  private async proveAccountsAgain(tx: Db, after: string) {
    const accounts = await listOpened(tx, after, ACCOUNTS_AGAIN)
    const ids = accounts.map(({ id }) => id)
    const findings = [
      ...(await proveOpenings(tx, accounts, this.options.ownerChecks.handlers)),
      ...(await proveOverdraftsOf(tx, ids)),
    ]
    return {
      findings,
      last: ids.length < ACCOUNTS_AGAIN ? reverificationStart.account : ids.at(-1)!,
    }
  }

  /** Covers only moves that an earlier pass verified; this pass has just verified the rest. */
  private async proveMovesAgain(tx: Db, { position, tours }: Cursor) {
    const next = await findMoveStretch(tx, tours.position, MOVES_AGAIN, position)
    if (!next) return { findings: [], last: reverificationStart.position }
    const findings = [
      ...(await proveStretchAgain(tx, next)),
      ...(await proveMovesOfStretch(tx, next)),
    ]
    return { findings, last: next.moves < MOVES_AGAIN ? reverificationStart.position : next.until }
  }

  /**
   * Runs rarely enough that it costs next to nothing, however many balances there are. A move cannot be out of balance,
   * so a sum that is not zero is the fault of balances, which the full proof names.
   */
  private async sumUp(): Promise<void> {
    const { db, clock, proveAllSoon } = this.options
    const startedAt = performance.now()
    const { findings, ...counts } = await proveSum(this.snapshots())
    const news = await this.record(findings)
    await retrying(() =>
      db.transaction().execute(async (tx) => {
        await recordSum(tx, counts, clock.now())
        if (news.length > 0) await proveAllSoon(tx)
      }),
    )
    const endedAt = performance.now()
    this.sumDueAt = endedAt + Math.max(SUM_EVERY_MS, (endedAt - startedAt) / SUM_SHARE)
  }

  /** Proves everything from the first move on. */
  async proveAll(): Promise<FullProof> {
    const { db, clock, ownerChecks } = this.options
    const proof = await proveAll(db, {
      ownerChecks: ownerChecks.handlers,
      onNotice: (text) => this.options.log.info(text),
    })
    await this.record(proof.findings)
    await retrying(() =>
      db.transaction().execute(async (tx) => {
        await recordSum(tx, proof.counts, clock.now())
        await recordFullProof(tx, clock.now())
      }),
    )
    return proof
  }

  private readonly snapshots = () =>
    snapshotsOf(this.options.db, (text) => this.options.log.info(text))

  /** Records findings that are confirmed, and returns those that were not known. */
  private async record(findings: readonly Finding[]): Promise<Finding[]> {
    const { db, clock } = this.options
    const all: Finding[] = []
    for (let from = 0; from < findings.length; from += FINDINGS_MAX) {
      const part = findings.slice(from, from + FINDINGS_MAX)
      const news = await retrying(() =>
        db.transaction().execute((tx) => insertViolations(tx, part, clock.now())),
      )
      this.report(news)
      await this.quarantine(accountsOf(part))
      all.push(...news)
    }
    return all
  }

  private report(news: readonly Finding[]): void {
    const { log } = this.options
    for (const finding of news.slice(0, LOGGED_MAX))
      log.error(finding, `the ledger is broken: ${finding.invariant}`)
    if (news.length > LOGGED_MAX)
      log.error(`the ledger is broken in ${news.length - LOGGED_MAX} more places`)
  }

  /**
   * Each pass checks some of all accounts with violations: a crash may have kept them out of quarantine, or their
   * quarantine was lifted without a recheck.
   */
  private async quarantineLeftOut(): Promise<void> {
    const { db } = this.options
    const ids = await listAccountsWithViolations(db, this.quarantinedAfter, ACCOUNTS_MAX)
    this.quarantinedAfter = ids.length < ACCOUNTS_MAX ? reverificationStart.account : ids.at(-1)!
    await this.quarantine([...new Set(ids)])
  }

  /** Puts those of the accounts in quarantine that have an open violation. */
  private async quarantine(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    const { db, invalidate, log } = this.options
    const accounts = await retrying(() =>
      db.transaction().execute(async (tx) => {
        const found = await lockAccountsToQuarantine(tx, ids)
        if (found.length === 0) return found
        await setQuarantine(
          tx,
          found.map(({ id, invariants }) => ({ id, reason: `broken: ${invariants}` })),
        )
        await notifyNodes(
          tx,
          found.map(({ id }) => ({ topic: ACCOUNT_CHANGED, key: id })),
        )
        return found
      }),
    )
    for (const { id } of accounts) invalidate(ACCOUNT_CHANGED, id)
    if (accounts.length > 0)
      log.error(
        { accounts: accounts.slice(0, LOGGED_MAX) },
        `${accounts.length} accounts were put in quarantine; no money moves there until an operator rechecks the ledger`,
      )
  }
}

const accountsOf = (findings: readonly Finding[]): string[] => [
  ...new Set(findings.flatMap(({ account_id }) => (account_id === null ? [] : [account_id]))),
]
