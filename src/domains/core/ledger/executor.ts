// The executor of postings: while one batch commits, the next one collects. An idle bank answers a posting at
// once; under load hundreds of postings share one statement and one commit, and a busy account costs one row
// version per batch instead of one per transfer.
//
// The executor decides from cached copies of accounts and writes only if their versions are still current, so
// any number of nodes may run on one database. When another node was faster, nothing is written, and the batch
// is decided again under row locks. The versions of books that were only read are checked, too: a refusal must
// be as correct as a posting, and the same request may have already succeeded on another node.
import { readJson } from '../../../kernel/json.ts'
import { RecentMap } from '../../../kernel/recent-map.ts'
import { excuseDatabase, IdempotencyConflict, RequestInProgress } from '../../../operation/error.ts'
import type { Once, Reply } from '../../../operation/idempotency.ts'
import type { PostingRunner } from '../../../operation/pipeline.ts'
import type { BookName, Cause, HoldView, Plan } from '../../../operation/posting.ts'
import { findReplies, type NewReply, type Slot } from '../../../operation/store.ts'
import { isRetryable, isUnavailable } from '../../../platform/database.ts'
import type { Lane, Statements } from '../../../platform/lane.ts'
import { type Account, Batch, type Book, type Changes, type Hold, type World } from './core.ts'
import {
  ensureBooks,
  loadAccounts,
  loadHolds,
  lockBooks,
  type Seen,
  writeChanges,
} from './store.ts'

export interface ExecutorOptions {
  readonly lane: Lane
  /** Called for each batch with the number of postings and whether it was decided under locks. */
  readonly onBatch?: (size: number, locked: boolean) => void
}

interface Item {
  readonly plan: Plan
  readonly cause: Cause
  readonly once: Once | undefined
  /** The name of the reply's slot; empty without an idempotency key. */
  readonly slot: string
  readonly finish: (output: unknown) => unknown
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

/** The outcome of one posting of a batch. */
type Outcome =
  | { readonly item: Item; readonly reply: Reply }
  | { readonly item: Item; readonly error: unknown }

const BATCH_MAX = 1_000
const ACCOUNTS_KEPT = 200_000
const HOLDS_KEPT = 100_000
const REPLIES_KEPT = 20_000
/** In characters. The caches are bounded by size because callers choose the lengths. */
const REPLIES_WEIGHT_MAX = 32_000_000
const HOLDS_WEIGHT_MAX = 32_000_000
/** The approximate size of a hold without its metadata and reference. */
const HOLD_WEIGHT = 400
const LOCKED_TRIES_MAX = 5
/** After conflicts up to this many batches take locks at once: another node works on the same accounts. */
const CAUTION_MAX = 64

export class Executor implements PostingRunner {
  private readonly options: ExecutorOptions
  private readonly accounts = new RecentMap<string, Account>(ACCOUNTS_KEPT)
  /** Open holds made on this node: most are captured soon, and then need no query. */
  private readonly holds = new RecentMap<string, Hold>(HOLDS_KEPT, {
    max: HOLDS_WEIGHT_MAX,
    of: weighHold,
  })
  private readonly replies = new RecentMap<string, { inputHash: Buffer; text: string }>(
    REPLIES_KEPT,
    { max: REPLIES_WEIGHT_MAX, of: ({ text }) => text.length },
  )
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
      const slot = once ? slotName(once.slot) : ''
      if (once) {
        if (this.inFlight.has(slot)) return reject(RequestInProgress({}))
        this.inFlight.add(slot)
      }
      this.queue.push({
        plan,
        cause,
        once,
        slot,
        finish: finish as Item['finish'],
        resolve,
        reject,
      })
      this.working ??= this.work()
    })
  }

  /** The approximate number of postings under way. */
  get waiting(): number {
    return Math.max(this.queue.length, this.inFlight.size)
  }

  /** The watcher is called with the new holds for this purpose that were committed on this node. */
  watchHolds(purpose: string, watcher: (holds: readonly HoldView[]) => void): void {
    this.watchers.set(purpose, watcher)
  }

  /** Drops the copy of an account that was changed outside this executor. */
  forget(account: string): void {
    this.accounts.delete(account)
  }

  forgetAll(): void {
    this.accounts.clear()
    this.holds.clear()
  }

  /** Resolves when all postings so far are settled. */
  async close(): Promise<void> {
    await this.working
  }

  private async work(): Promise<void> {
    // Postings that arrive in the same turn of the event loop go into the same batch.
    await nextTurn()
    let settled: Outcome[] = []
    while (this.queue.length > 0) {
      const settling = this.settle(this.queue.splice(0, BATCH_MAX))
      // The callers of the previous batch are answered while the database works on this one.
      this.answer(settled)
      settled = await settling
    }
    this.working = undefined
    this.answer(settled)
  }

  private answer(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      const { once, slot, resolve, reject } = outcome.item
      if (once) this.inFlight.delete(slot)
      if ('reply' in outcome) resolve(outcome.reply)
      else reject(outcome.error)
    }
  }

  /** Never rejects: an error becomes the outcome of the postings it concerns. */
  private async settle(items: readonly Item[]): Promise<Outcome[]> {
    const known: Outcome[] = []
    const open: Item[] = []
    for (const item of items) {
      const outcome = this.findInMemory(item)
      if (outcome) known.push(outcome)
      else open.push(item)
    }
    if (open.length === 0) return known
    try {
      return [...known, ...(await this.decideAndWrite(open))]
    } catch (error) {
      if (isUnavailable(error)) this.forgetAll()
      if (isUnavailable(error) || open.length === 1)
        return [...known, ...open.map((item) => ({ item, error: excuseDatabase(error) }))]
      // One of the postings cannot be written. Each is tried alone, so that the others succeed.
      for (const item of open) known.push(...(await this.settle([item])))
      return known
    }
  }

  private findInMemory(item: Item): Outcome | undefined {
    const { once, slot, plan } = item
    // A simulation must show what would happen now, so it never gets an earlier reply.
    const known = once && !plan.simulate && this.replies.get(slot)
    if (!known) return undefined
    return known.inputHash.equals(once.inputHash)
      ? { item, reply: toReplay(known.text) }
      : { item, error: IdempotencyConflict({}) }
  }

  private async decideAndWrite(items: readonly Item[]): Promise<Outcome[]> {
    if (this.caution > 0) this.caution--
    else {
      const outcomes = await this.tryFromCopies(items)
      if (outcomes) {
        this.conflicts = 0
        this.options.onBatch?.(items.length, false)
        return outcomes
      }
      this.conflicts++
      this.caution = Math.min(2 ** this.conflicts, CAUTION_MAX)
    }
    this.options.onBatch?.(items.length, true)
    return this.underLocks(items)
  }

  /** Undefined, with nothing written, when a copy was outdated or an idempotency key was used before. */
  private async tryFromCopies(items: readonly Item[]): Promise<Outcome[] | undefined> {
    const { lane } = this.options
    const holds = await this.findHolds(lane, items)
    // If no account is missing, nothing is awaited from here on, because copies may be dropped at any await.
    const { missing, newBooks } = this.findMissing(items)
    const accounts =
      missing.length === 0 ? this.accounts : await this.load(items, missing, newBooks)
    const batch = new Batch({ accounts, holds })
    const { outcomes, replies } = this.decide(batch, items)
    try {
      const seen = listSeen(accounts, batch.changes, outcomes)
      await writeChanges(lane, batch.changes, replies, seen)
    } catch (error) {
      this.drop(batch.changes)
      this.forgetBooksOf(items)
      if (isConflict(error)) return undefined
      throw error
    }
    this.remember(batch.changes, outcomes)
    return outcomes
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
        this.forgetBooksOf(items)
        if (!isConflict(error) || tries === LOCKED_TRIES_MAX) throw error
      }
    }
  }

  private async decideLocked(tx: Statements, items: readonly Item[]) {
    const holdIds = items.flatMap(({ plan }) => plan.holds ?? [])
    const holds = holdIds.length > 0 ? await loadHolds(tx, holdIds, true) : new Map<string, Hold>()
    const books = items.flatMap(({ plan }) => plan.books)
    await lockBooks(tx, books)
    // The replies are read after locking, because the previous holder of the locks may have used one of our keys.
    const earlier = await this.findEarlier(tx, items)
    const open = items.filter((item) => !earlier.has(item))
    const accounts = await loadAccounts(tx, [...new Set(books.map((book) => book.account))])
    const batch = new Batch({ accounts, holds })
    const { outcomes, replies } = this.decide(batch, open)
    await writeChanges(tx, batch.changes, replies)
    return { accounts, changes: batch.changes, outcomes: [...earlier.values(), ...outcomes] }
  }

  /** Stored replies to the same idempotency keys, from another node or from before a restart. */
  private async findEarlier(tx: Statements, items: readonly Item[]): Promise<Map<Item, Outcome>> {
    const keyed = items.filter((item) => item.once && !item.plan.simulate)
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
      found.set(item, { item, reply: toReplay(row.text) })
    })
    return found
  }

  private decide(batch: Batch, items: readonly Item[]) {
    const replies: NewReply[] = []
    const outcomes = items.map((item): Outcome => {
      const { plan, cause, once } = item
      try {
        const output = batch.run((ledger) => item.finish(plan.decide(ledger)), cause, plan.simulate)
        const text = JSON.stringify(output)
        if (once && !plan.simulate)
          replies.push({ slot: once.slot, inputHash: once.inputHash, text, now: cause.now })
        return { item, reply: { output, replayed: false, text } }
      } catch (error) {
        return { item, error }
      }
    })
    return { outcomes, replies }
  }

  private findMissing(items: readonly Item[]): { missing: string[]; newBooks: BookName[] } {
    const missing = new Set<string>()
    const newBooks: BookName[] = []
    for (const { plan } of items)
      for (const book of plan.books) {
        const account = this.accounts.get(book.account)
        if (account?.books.has(book.asset)) continue
        missing.add(book.account)
        newBooks.push(book)
      }
    return { missing: [...missing], newBooks }
  }

  /** Loads the missing accounts, and keeps the known ones for this batch even if their copies are dropped meanwhile. */
  private async load(
    items: readonly Item[],
    missing: readonly string[],
    newBooks: readonly BookName[],
  ): Promise<World['accounts']> {
    const accounts = new Map<string, Account>()
    for (const { plan } of items)
      for (const { account } of plan.books) {
        const known = this.accounts.get(account)
        if (known) accounts.set(account, known)
      }
    await ensureBooks(this.options.lane, newBooks)
    const loaded = await loadAccounts(this.options.lane, missing)
    this.keep(loaded)
    for (const account of loaded.values()) accounts.set(account.id, account)
    return accounts
  }

  private async findHolds(lane: Lane, items: readonly Item[]) {
    const wanted = items.flatMap(({ plan }) => plan.holds ?? [])
    // All are read from the cache now, because the cache may drop some before they are used.
    const found = new Map<string, Hold>()
    for (const id of wanted) {
      const known = this.holds.get(id)
      if (known) found.set(id, known)
    }
    const unknown = wanted.filter((id) => !found.has(id))
    if (unknown.length === 0) return found
    for (const [id, hold] of await loadHolds(lane, unknown, false)) found.set(id, hold)
    return found
  }

  private keep(accounts: ReadonlyMap<string, Account>): void {
    for (const account of accounts.values()) this.accounts.set(account.id, account)
  }

  private forgetBooksOf(items: readonly Item[]): void {
    for (const { plan } of items) for (const { account } of plan.books) this.forget(account)
  }

  private drop(changes: Changes): void {
    for (const book of changes.books.keys()) this.forget(book.account.id)
    for (const hold of changes.holds.keys()) this.holds.delete(hold.id)
  }

  /** Updates the copies to the committed state, from which the next batch decides. */
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
      const { once, plan, slot } = outcome.item
      if (once && 'reply' in outcome && !plan.simulate)
        this.replies.set(slot, { inputHash: once.inputHash, text: outcome.reply.text! })
    }
    for (const [purpose, holds] of fresh) this.watchers.get(purpose)?.(holds)
  }
}

/** The books that the decisions read but did not change, and the keys of refused postings. */
function listSeen(
  accounts: World['accounts'],
  changes: Changes,
  outcomes: readonly Outcome[],
): Seen {
  const books = new Set<Book>()
  const unused: Slot[] = []
  for (const outcome of outcomes) {
    const { plan, once } = outcome.item
    for (const { account, asset } of plan.books) {
      const book = accounts.get(account)?.books.get(asset)
      if (book && !changes.books.has(book)) books.add(book)
    }
    if ('error' in outcome && once && !plan.simulate) unused.push(once.slot)
  }
  return { books: [...books], unused }
}

const weighHold = ({ metadata, reference }: Hold): number =>
  HOLD_WEIGHT + (reference?.length ?? 0) + (metadata ? JSON.stringify(metadata).length : 0)

const toReplay = (text: string): Reply => ({ output: readJson(text), replayed: true, text })

const slotName = ({ caller, operation, key }: Slot): string => `${caller}/${operation}/${key}`

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Whether another transaction was first to change a balance or hold, or to use a number or idempotency key. */
function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === 'FL001' || code === '23505' || isRetryable(error)
}
