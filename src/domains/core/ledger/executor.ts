// The group executor: while one batch of postings commits, the next collects. An idle bank answers a
// posting at once; under load hundreds share one statement and one commit, and a busy account costs
// one row version per batch instead of one per transfer.
//
// It decides from copies of the accounts it has touched and writes only if their versions still hold,
// so any number of nodes may run on one database. When somebody else was faster nothing is written,
// and the batch is decided again under row locks. That goes for what a decision only read, too: a
// refusal must be as true as a movement, and whoever is refused may have been served before.
import { readJson } from '../../../kernel/json.ts'
import { RecentMap } from '../../../kernel/recent-map.ts'
import { excuseDatabase, IdempotencyConflict, RequestInProgress } from '../../../operation/error.ts'
import type { IdempotentCall, Reply } from '../../../operation/idempotency.ts'
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
  /** Told of each batch: how many postings, and whether it had to be decided under locks. */
  readonly onBatch?: (size: number, locked: boolean) => void
}

interface Item {
  readonly plan: Plan
  readonly cause: Cause
  readonly idempotency: IdempotentCall | undefined
  /** The name of the slot for the reply, if there is one. */
  readonly slot: string
  readonly finish: (output: unknown) => unknown
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

/** What became of a posting in a batch that is not yet written. */
type Outcome =
  | { readonly item: Item; readonly reply: Reply }
  | { readonly item: Item; readonly error: unknown }

const BATCH_MAX = 1_000
const ACCOUNTS_KEPT = 200_000
const HOLDS_KEPT = 100_000
const REPLIES_KEPT = 20_000
/** In characters, of which each takes one or two bytes: what callers send decides how long they are. */
const REPLIES_WEIGHT_MAX = 32_000_000
const HOLDS_WEIGHT_MAX = 32_000_000
/** What a hold takes beside its metadata, more or less. */
const HOLD_WEIGHT = 400
const LOCKED_TRIES_MAX = 5
/** After a conflict locks are taken at once for a while: another node works on the same accounts. */
const CAUTION_MAX = 64

export class Executor implements PostingRunner {
  private readonly options: ExecutorOptions
  private readonly accounts = new RecentMap<string, Account>(ACCOUNTS_KEPT)
  /** Open holds made here: captured soon, and then known without asking. */
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
    idempotency: IdempotentCall | undefined,
    finish: (output: Output) => unknown = (output) => output,
  ): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const slot = idempotency ? slotName(idempotency.slot) : ''
      if (idempotency) {
        if (this.inFlight.has(slot)) return reject(RequestInProgress({}))
        this.inFlight.add(slot)
      }
      this.queue.push({
        plan,
        cause,
        idempotency,
        slot,
        finish: finish as Item['finish'],
        resolve,
        reject,
      })
      this.working ??= this.work()
    })
  }

  /** How many callers wait for their money to move, more or less. */
  get waiting(): number {
    return Math.max(this.queue.length, this.inFlight.size)
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
    let settled: Outcome[] = []
    while (this.queue.length > 0) {
      const settling = this.settle(this.queue.splice(0, BATCH_MAX))
      // The database works on this batch while the callers of the one before are answered.
      this.answer(settled)
      settled = await settling
    }
    this.working = undefined
    this.answer(settled)
  }

  private answer(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      const { idempotency, slot, resolve, reject } = outcome.item
      if (idempotency) this.inFlight.delete(slot)
      if ('reply' in outcome) resolve(outcome.reply)
      else reject(outcome.error)
    }
  }

  /** Never fails: whatever happens is the outcome of each posting. */
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
      // One of them cannot be written: each for itself, so that it spoils no neighbour.
      for (const item of open) known.push(...(await this.settle([item])))
      return known
    }
  }

  private findInMemory(item: Item): Outcome | undefined {
    const { idempotency, slot, plan } = item
    // A dry run asks what would happen now.
    const known = idempotency && !plan.simulate && this.replies.get(slot)
    if (!known) return undefined
    return known.inputHash.equals(idempotency.inputHash)
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

  /** Undefined when a copy was outdated or a key was used before: nothing has been written then. */
  private async tryFromCopies(items: readonly Item[]): Promise<Outcome[] | undefined> {
    const { lane } = this.options
    const holds = await this.findHolds(lane, items)
    // From here on nothing is awaited unless something is missing: copies may be forgotten any time.
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
    const keyed = items.filter((item) => item.idempotency && !item.plan.simulate)
    if (keyed.length === 0) return new Map()
    const stored = await findReplies(
      tx,
      keyed.map((item) => item.idempotency!.slot),
    )
    const found = new Map<Item, Outcome>()
    keyed.forEach((item, index) => {
      const row = stored[index]
      if (!row) return
      if (!row.input_hash.equals(item.idempotency!.inputHash))
        return found.set(item, { item, error: IdempotencyConflict({}) })
      found.set(item, { item, reply: toReplay(row.text) })
    })
    return found
  }

  private decide(batch: Batch, items: readonly Item[]) {
    const replies: NewReply[] = []
    const outcomes = items.map((item): Outcome => {
      const { plan, cause, idempotency } = item
      try {
        const output = batch.run((ledger) => item.finish(plan.decide(ledger)), cause, plan.simulate)
        const text = JSON.stringify(output)
        if (idempotency && !plan.simulate)
          replies.push({
            slot: idempotency.slot,
            inputHash: idempotency.inputHash,
            text,
            now: cause.now,
          })
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

  /** What is missing, and what is there, kept for this batch even if it is forgotten meanwhile. */
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
    // Taken out at once: asking for one may make the map drop another.
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
      const { idempotency, plan, slot } = outcome.item
      if (idempotency && 'reply' in outcome && !plan.simulate)
        this.replies.set(slot, { inputHash: idempotency.inputHash, text: outcome.reply.text! })
    }
    for (const [purpose, holds] of fresh) this.watchers.get(purpose)?.(holds)
  }
}

/** What was decided from and not changed. */
function listSeen(
  accounts: World['accounts'],
  changes: Changes,
  outcomes: readonly Outcome[],
): Seen {
  const books = new Set<Book>()
  const unused: Slot[] = []
  for (const outcome of outcomes) {
    const { plan, idempotency } = outcome.item
    for (const { account, asset } of plan.books) {
      const book = accounts.get(account)?.books.get(asset)
      if (book && !changes.books.has(book)) books.add(book)
    }
    if ('error' in outcome && idempotency && !plan.simulate) unused.push(idempotency.slot)
  }
  return { books: [...books], unused }
}

const weighHold = ({ metadata, reference }: Hold): number =>
  HOLD_WEIGHT + (reference?.length ?? 0) + (metadata ? JSON.stringify(metadata).length : 0)

const toReplay = (text: string): Reply => ({ output: readJson(text), replayed: true, text })

const slotName = ({ caller, operation, key }: Slot): string => `${caller}/${operation}/${key}`

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Somebody else was faster: with a balance, a hold, a sequence number, or an Idempotency-Key. */
function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return code === 'FL001' || code === '23505' || isRetryable(error)
}
