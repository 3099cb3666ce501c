// The group executor: while one batch of postings commits, the next collects. An idle bank answers a
// posting at once; under load hundreds share one statement and one commit, and a busy account costs
// one row version per batch instead of one per transfer.
//
// It decides from copies of the accounts it has touched and writes only if their versions still hold,
// so any number of nodes may run on one database. When somebody else was faster nothing is written,
// and the batch is decided again under row locks. A decision that writes nothing, a refusal above all,
// is not protected by that: it is told only after the copies were found to be current, and no earlier
// call with the same key has done what is now refused.
import { LRUCache } from 'lru-cache'
import { excuseDatabase, IdempotencyConflict, RequestInProgress } from '../../operation/error.ts'
import type { Once, PostingRunner, Reply } from '../../operation/pipeline.ts'
import type { BookName, Cause, HoldView, Plan } from '../../operation/posting.ts'
import { findReplies, type NewReply, type Slot } from '../../operation/store.ts'
import { isRetryable, isUnavailable } from '../../platform/database.ts'
import type { Lane, Statements } from '../../platform/lane.ts'
import type { Sealer } from '../../platform/secrets.ts'
import { type Account, Batch, type Changes, type Hold } from './core.ts'
import {
  ensureBooks,
  listOutdated,
  loadAccounts,
  loadHolds,
  lockBooks,
  writeChanges,
} from './store.ts'

export interface ExecutorOptions {
  readonly lane: Lane
  readonly sealer: Sealer
  /** Told of each batch: how many postings, and whether it had to be decided under locks. */
  readonly onBatch?: (size: number, locked: boolean) => void
}

interface Item {
  readonly plan: Plan
  readonly cause: Cause
  readonly once: Once | undefined
  readonly finish: (output: unknown) => unknown
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

/** What became of a posting in a batch that is not yet written. */
type Outcome =
  | { readonly item: Item; readonly reply: Reply }
  | { readonly item: Item; readonly error: unknown }

/** A batch that has been written. */
interface Done {
  readonly outcomes: readonly Outcome[]
  /** Those that left no trace, so that nothing has shown yet whether they were decided from the truth. */
  readonly doubtful: readonly Outcome[]
  /** The copies from which they were decided. */
  readonly copies: ReadonlyMap<string, Account>
}

const noCopies: ReadonlyMap<string, Account> = new Map()

const BATCH_MAX = 1_000
const ACCOUNTS_KEPT = 200_000
const HOLDS_KEPT = 100_000
const REPLIES_KEPT = 20_000
const LOCKED_TRIES_MAX = 5
/** After a conflict locks are taken at once for a while: another node works on the same accounts. */
const CAUTION_MAX = 64

export class Executor implements PostingRunner {
  private readonly options: ExecutorOptions
  private readonly accounts = new LRUCache<string, Account>({ max: ACCOUNTS_KEPT })
  /** Open holds made here: captured soon, and then known without asking. */
  private readonly holds = new LRUCache<string, Hold>({ max: HOLDS_KEPT })
  private readonly replies = new LRUCache<string, { inputHash: Buffer; output: unknown }>({
    max: REPLIES_KEPT,
  })
  private readonly inFlight = new Set<string>()
  private readonly watchers = new Map<string, (holds: readonly HoldView[]) => void>()
  private queue: Item[] = []
  private working: Promise<void> | undefined
  private caution = 0
  private conflicts = 0

  constructor(options: ExecutorOptions) {
    this.options = options
  }

  /** Resolves when the posting is durable. */
  run<Output>(
    plan: Plan<Output>,
    cause: Cause,
    once: Once | undefined,
    finish: (output: Output) => unknown = (output) => output,
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (once) {
        const name = slotName(once.slot)
        if (this.inFlight.has(name)) return reject(RequestInProgress({}))
        this.inFlight.add(name)
      }
      this.queue.push({ plan, cause, once, finish: finish as Item['finish'], resolve, reject })
      this.working ??= this.work()
    })
  }

  /** Told of every hold for this purpose that has been committed here. */
  watchHolds(purpose: string, watcher: (holds: readonly HoldView[]) => void): void {
    this.watchers.set(purpose, watcher)
  }

  /** The copy is outdated: something outside the executor changed the account. */
  forget(account: string): void {
    this.accounts.delete(account)
  }

  forgetAll(): void {
    this.accounts.clear()
    this.holds.clear()
  }

  /** Resolves when everything handed in so far is settled. */
  async close(): Promise<void> {
    await this.working
  }

  private async work(): Promise<void> {
    // What arrives in the same turn of the event loop goes into the same batch.
    await nextTurn()
    while (this.queue.length > 0) {
      const items = this.queue.splice(0, BATCH_MAX)
      await this.settle(items)
      for (const { once } of items) if (once) this.inFlight.delete(slotName(once.slot))
    }
    this.working = undefined
  }

  private async settle(items: readonly Item[]): Promise<void> {
    const open = items.filter((item) => !this.answerFromMemory(item))
    if (open.length === 0) return
    let done: Done
    try {
      done = await this.decideAndWrite(open)
    } catch (error) {
      if (isUnavailable(error)) {
        this.forgetAll()
        for (const item of open) item.reject(excuseDatabase(error))
      } else if (open.length === 1) open[0]!.reject(error)
      // One of them cannot be written: each for itself, so that it spoils no neighbour.
      else for (const item of open) await this.settle([item])
      return
    }
    this.finishAll(done.outcomes)
    if (done.doubtful.length > 0) await this.confirm(done)
  }

  /**
   * It may have been done before, by another node: then that is the answer. And somebody else may have
   * changed what was decided from: then it is decided again.
   */
  private async confirm(done: Done): Promise<void> {
    const { lane } = this.options
    let doubtful = done.doubtful
    try {
      const earlier = await this.findEarlier(
        lane,
        doubtful.map(({ item }) => item),
      )
      this.finishAll([...earlier.values()])
      doubtful = doubtful.filter(({ item }) => !earlier.has(item))
      const books = doubtful
        .flatMap(({ item }) => item.plan.books)
        .flatMap(({ account, asset }) => done.copies.get(account)?.books.get(asset) ?? [])
      const outdated = books.length > 0 ? await listOutdated(lane, books) : new Set<string>()
      for (const id of outdated) this.forget(id)
      const isOutdated = ({ item }: Outcome): boolean =>
        item.plan.books.some((book) => outdated.has(book.account))
      this.finishAll(doubtful.filter((outcome) => !isOutdated(outcome)))
      const again = doubtful.filter(isOutdated).map(({ item }) => item)
      if (again.length > 0) await this.settle(again)
    } catch (error) {
      if (isUnavailable(error)) this.forgetAll()
      for (const { item } of doubtful) item.reject(excuseDatabase(error))
    }
  }

  private answerFromMemory({ once, resolve, reject }: Item): boolean {
    const known = once && this.replies.get(slotName(once.slot))
    if (!known) return false
    if (known.inputHash.equals(once.inputHash)) resolve({ output: known.output, replayed: true })
    else reject(IdempotencyConflict({}))
    return true
  }

  private async decideAndWrite(items: readonly Item[]): Promise<Done> {
    if (this.caution > 0) this.caution--
    else {
      const done = await this.tryFromCopies(items)
      if (done) {
        this.conflicts = 0
        this.options.onBatch?.(items.length, false)
        return done
      }
      this.conflicts++
      this.caution = Math.min(2 ** this.conflicts, CAUTION_MAX)
    }
    this.options.onBatch?.(items.length, true)
    return { outcomes: await this.underLocks(items), doubtful: [], copies: noCopies }
  }

  /** Undefined when a copy was outdated or a key was used before: nothing has been written then. */
  private async tryFromCopies(items: readonly Item[]): Promise<Done | undefined> {
    const { lane } = this.options
    // Held on to: while we wait below, an account may be forgotten, and still be known to this batch.
    const { copies, missing, newBooks } = this.findMissing(items)
    let changes: Changes | undefined
    try {
      if (newBooks.length > 0) await ensureBooks(lane, newBooks)
      const fresh = missing.length > 0 ? await loadAccounts(lane, missing) : noCopies
      this.keep(fresh)
      const holds = await this.findHolds(lane, items)
      const accounts = { get: (id: string) => fresh.get(id) ?? copies.get(id) }
      const batch = new Batch({ accounts, holds })
      changes = batch.changes
      const { outcomes, replies, silent } = this.decide(batch, items)
      await writeChanges(lane, changes, replies)
      this.remember(changes, outcomes)
      const isDoubtful = ({ item }: Outcome): boolean =>
        silent.has(item) &&
        (isKept(item) || item.plan.books.some((book) => copies.has(book.account)))
      return {
        outcomes: outcomes.filter((outcome) => !isDoubtful(outcome)),
        doubtful: outcomes.filter(isDoubtful),
        copies,
      }
    } catch (error) {
      if (changes) this.drop(changes)
      if (isConflict(error)) return undefined
      throw error
    }
  }

  private async underLocks(items: readonly Item[]): Promise<Outcome[]> {
    const { lane } = this.options
    for (let tries = 1; ; tries++) {
      try {
        const { newBooks } = this.findMissing(items)
        if (newBooks.length > 0) await ensureBooks(lane, newBooks)
        const done = await lane.transaction((tx) => this.decideLocked(tx, items))
        this.keep(done.accounts)
        this.remember(done.changes, done.outcomes)
        return done.outcomes
      } catch (error) {
        for (const { plan } of items) for (const { account } of plan.books) this.forget(account)
        if (!isConflict(error) || tries === LOCKED_TRIES_MAX) throw error
      }
    }
  }

  private async decideLocked(tx: Statements, items: readonly Item[]) {
    const holdIds = items.flatMap(({ plan }) => plan.holds ?? [])
    const holds = holdIds.length > 0 ? await loadHolds(tx, holdIds, true) : new Map<string, Hold>()
    const books = items.flatMap(({ plan }) => plan.books)
    await lockBooks(tx, books)
    // Only now: whoever had these locks before us may have answered to one of our keys.
    const earlier = await this.findEarlier(tx, items)
    const open = items.filter((item) => !earlier.has(item))
    const accounts = await loadAccounts(tx, [...new Set(books.map((book) => book.account))])
    const batch = new Batch({ accounts, holds })
    const { outcomes, replies } = this.decide(batch, open)
    await writeChanges(tx, batch.changes, replies)
    return { accounts, changes: batch.changes, outcomes: [...earlier.values(), ...outcomes] }
  }

  /** Replies that another node, or this one before it was started anew, gave to the same keys. */
  private async findEarlier(tx: Statements, items: readonly Item[]): Promise<Map<Item, Outcome>> {
    const keyed = items.filter(isKept)
    if (keyed.length === 0) return new Map()
    const stored = await findReplies(
      tx,
      keyed.map((item) => item.once!.slot),
    )
    const found = new Map<Item, Outcome>()
    keyed.forEach((item, index) => {
      const row = stored[index]
      if (!row) return
      if (!row.input_hash.equals(item.once!.inputHash))
        return found.set(item, { item, error: IdempotencyConflict({}) })
      const output: unknown = JSON.parse(this.options.sealer.open(row.reply))
      found.set(item, { item, reply: { output, replayed: true } })
    })
    return found
  }

  private decide(batch: Batch, items: readonly Item[]) {
    const replies: NewReply[] = []
    const silent = new Set<Item>()
    const outcomes = items.map((item): Outcome => {
      const { plan, cause, once } = item
      const before = batch.mark()
      try {
        const output = batch.run((ledger) => item.finish(plan.decide(ledger)), cause, plan.simulate)
        if (!isKept(item) && batch.mark().undo === before.undo) silent.add(item)
        if (once && isKept(item))
          replies.push({
            slot: once.slot,
            inputHash: once.inputHash,
            reply: this.options.sealer.seal(JSON.stringify(output)),
            now: cause.now,
          })
        return { item, reply: { output, replayed: false } }
      } catch (error) {
        silent.add(item)
        return { item, error }
      }
    })
    return { outcomes, replies, silent }
  }

  /** What is known of the accounts of these postings, and what has to be loaded or made. */
  private findMissing(items: readonly Item[]) {
    const copies = new Map<string, Account>()
    const missing = new Set<string>()
    const newBooks: BookName[] = []
    for (const { plan } of items)
      for (const book of plan.books) {
        const account = this.accounts.get(book.account)
        if (account?.books.has(book.asset)) copies.set(account.id, account)
        else {
          missing.add(book.account)
          newBooks.push(book)
        }
      }
    for (const id of missing) copies.delete(id)
    return { copies, missing: [...missing], newBooks }
  }

  private async findHolds(lane: Lane, items: readonly Item[]) {
    const wanted = items.flatMap(({ plan }) => plan.holds ?? [])
    const unknown = wanted.filter((id) => !this.holds.has(id))
    if (unknown.length === 0) return this.holds
    const loaded = await loadHolds(lane, unknown, false)
    return { get: (id: string) => this.holds.get(id) ?? loaded.get(id) }
  }

  private keep(accounts: ReadonlyMap<string, Account>): void {
    for (const account of accounts.values()) this.accounts.set(account.id, account)
  }

  private drop(changes: Changes): void {
    for (const book of changes.books.keys()) this.forget(book.account.id)
    for (const hold of changes.holds.keys()) this.holds.delete(hold.id)
  }

  /** What has been committed is now what the next batch is decided from. */
  private remember(changes: Changes, outcomes: readonly Outcome[]): void {
    for (const book of changes.books.keys()) book.version += 1
    for (const hold of changes.holds.keys()) if (hold.status !== 'open') this.holds.delete(hold.id)
    const fresh = new Map<string, HoldView[]>()
    for (const hold of changes.newHolds.values()) {
      if (hold.status !== 'open') continue
      this.holds.set(hold.id, hold)
      const sameOnes = fresh.get(hold.purpose)
      if (sameOnes) sameOnes.push(hold)
      else fresh.set(hold.purpose, [hold])
    }
    for (const outcome of outcomes) {
      const { once } = outcome.item
      if (once && 'reply' in outcome && isKept(outcome.item))
        this.replies.set(slotName(once.slot), {
          inputHash: once.inputHash,
          output: outcome.reply.output,
        })
    }
    for (const [purpose, holds] of fresh) this.watchers.get(purpose)?.(holds)
  }

  private finishAll(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      if ('reply' in outcome) outcome.item.resolve(outcome.reply)
      else outcome.item.reject(outcome.error)
    }
  }
}

/** What it answers is written down under its key. */
const isKept = ({ once, plan }: Item): boolean => once !== undefined && !plan.simulate

const slotName = ({ caller, operation, key }: Slot): string => `${caller}/${operation}/${key}`

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Somebody else was faster: with a balance, a hold, a sequence number, or an Idempotency-Key. */
function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === 'FL001' || code === '23505' || isRetryable(error)
}
