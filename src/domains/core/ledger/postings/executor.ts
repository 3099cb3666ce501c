// The executor of postings: while batches commit, the next one collects. An idle bank answers a posting at
// once; under load hundreds of postings share one statement and one commit, and a busy account costs one row
// version per batch instead of one per transfer.
//
// The executor decides from cached copies of accounts and writes only if their versions are still current, so
// any number of nodes may run on one database. The versions of books that were only read are checked, too: a
// refusal must be as correct as a posting, and the same request may have already succeeded on another node.
//
// Batches are pipelined: a batch is sent before the one ahead of it is answered. It is decided from the state that
// the other will leave, and expects the version that the other will write, which no third batch can have written. If
// one cannot be written, none that depends on it can. Then nothing more is sent until all batches in flight are
// answered, and those that failed are decided again, in their order, under row locks.
import { readJson } from '../../../../kernel/json.ts'
import { slotName } from '../../../../operation/batches.ts'
import {
  excuseDatabase,
  IdempotencyConflict,
  RequestInProgress,
  RevokedByTransport,
} from '../../../../operation/error.ts'
import { type IdempotentCall, isSameInput, type Reply } from '../../../../operation/idempotency.ts'
import type { PostingRunner } from '../../../../operation/posting.ts'
import type { Cause, HoldView, Plan } from '../../../../operation/posting.ts'
import {
  findReplies,
  holdLinks,
  linksOf,
  type NewReply,
  type Slot,
} from '../../../../operation/store.ts'
import { isConflict, isUnavailable } from '../../../../platform/database.ts'
import type { PipelinedConnection, Statements } from '../../../../platform/pipelined-connection.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { AccountCache, listOpenHolds } from './cache.ts'
import { Batch, type Book, type Changes, type Hold, type LedgerState } from './core.ts'
import {
  ensureBooks,
  loadAccounts,
  loadHolds,
  lockBooks,
  type ReadVersions,
  writeChanges,
} from '../store.ts'

export interface ExecutorOptions {
  readonly lane: PipelinedConnection
  /** Opens the replies to postings that were commands in an earlier version of Florin. */
  readonly sealer?: Pick<Sealer, 'open'>
  /** Called for each batch with the number of postings and whether it was decided under locks. */
  readonly onBatch?: (size: number, locked: boolean) => void
}

interface Item {
  readonly plan: Plan
  readonly cause: Cause
  readonly idempotency: IdempotentCall | undefined
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

/** A batch that has been sent and not answered. */
interface Flight {
  readonly size: number
  readonly changes: Changes
  readonly outcomes: readonly Outcome[]
  readonly writing: Promise<void>
}

const BATCH_MAX = 1_000
/** While one batch commits, another may be sent; a third would only make both smaller. */
const FLIGHTS_MAX = 2
/** At least this many postings are sent while a batch is in flight; fewer wait until it is answered. */
const SECOND_FLIGHT_MIN = 32
const LOCKED_TRIES_MAX = 5
/** After conflicts up to this many batches take locks at once: another node works on the same accounts. */
const CAUTION_MAX = 64

export class Executor implements PostingRunner {
  private readonly options: ExecutorOptions
  private readonly copies = new AccountCache()
  private readonly slotsInUse = new Set<string>()
  private readonly watchers = new Map<string, (holds: readonly HoldView[]) => void>()
  private queue: Item[] = []
  /** Postings that have not been answered. */
  private open = 0
  private flights = 0
  /** Whether a batch is being decided, so that no other may be. */
  private isDeciding = false
  private isDue = false
  /** Batches that could not be written, in their order. */
  private failed: (readonly Item[])[] = []
  private caution = 0
  private conflicts = 0
  private onIdle: (() => void)[] = []

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
        if (this.slotsInUse.has(slot)) return reject(RequestInProgress({}))
        this.slotsInUse.add(slot)
      }
      this.open++
      this.queue.push({
        plan,
        cause,
        idempotency,
        slot,
        finish: finish as Item['finish'],
        resolve,
        reject,
      })
      this.pumpSoon()
    })
  }

  /** The number of postings in progress. */
  get waiting(): number {
    return this.open
  }

  /** The watcher is called with the new holds for this purpose that were committed on this node. */
  watchHolds(purpose: string, watcher: (holds: readonly HoldView[]) => void): void {
    this.watchers.set(purpose, watcher)
  }

  /** Drops the copy of an account that was changed outside this executor. */
  forget(account: string): void {
    this.copies.forget(account)
  }

  forgetAll(): void {
    this.copies.forgetAll()
  }

  /** Resolves when all postings so far are settled. */
  async close(): Promise<void> {
    if (this.open > 0) await new Promise<void>((resolve) => void this.onIdle.push(resolve))
  }

  /** Postings that arrive in the same turn of the event loop go into the same batch. */
  private pumpSoon(): void {
    if (this.isDue) return
    this.isDue = true
    setImmediate(() => {
      this.isDue = false
      this.pump()
    })
  }

  /** Sends the next batch if it is due; called when postings arrive and when a batch is answered. */
  private pump(): void {
    if (this.isDeciding) return
    if (this.failed.length > 0 || (this.caution > 0 && this.queue.length > 0)) {
      if (this.flights === 0) void this.catchUp()
      return
    }
    const enough = this.flights === 0 ? 1 : SECOND_FLIGHT_MIN
    if (this.flights < FLIGHTS_MAX && this.queue.length >= enough) void this.fly()
  }

  private async fly(): Promise<void> {
    const items = this.answerKnown(this.queue.splice(0, BATCH_MAX))
    if (items.length === 0) return
    this.isDeciding = true
    this.flights++
    let outcomes: readonly Outcome[] = []
    try {
      const flight = await this.launch(items)
      this.isDeciding = false
      this.pump()
      outcomes = await this.land(flight)
    } catch (error) {
      this.copies.forgetBooksOf(items)
      outcomes = this.fail(items, error)
    }
    this.flights--
    // The next batch is sent before the callers of this one are answered.
    this.pump()
    this.answer(outcomes)
  }

  private async launch(items: readonly Item[]): Promise<Flight> {
    try {
      const { lane } = this.options
      const world = await this.copies.findWorld(lane, items)
      const batch = new Batch(world)
      const { changes } = batch
      const { outcomes, replies } = this.decide(batch, items)
      const seen = listSeen(world.accounts, changes, outcomes)
      const writing = writeChanges(lane, changes, replies, seen)
      this.copies.adopt(changes)
      return { size: items.length, changes, outcomes, writing }
    } catch (error) {
      this.isDeciding = false
      throw error
    }
  }

  private async land({ size, changes, outcomes, writing }: Flight): Promise<readonly Outcome[]> {
    try {
      await writing
    } catch (error) {
      this.copies.drop(changes)
      throw error
    }
    this.conflicts = 0
    this.options.onBatch?.(size, false)
    this.confirm(changes, outcomes)
    return outcomes
  }

  /** The outcomes, if the database is unavailable; otherwise none yet, because the batch is decided again. */
  private fail(items: readonly Item[], error: unknown): Outcome[] {
    if (isUnavailable(error)) {
      this.forgetAll()
      return items.map((item) => ({ item, error: excuseDatabase(error) }))
    }
    // Batches that depend on one another fail together, from one conflict.
    if (isConflict(error) && this.failed.length === 0) {
      this.conflicts++
      this.caution = Math.min(2 ** this.conflicts, CAUTION_MAX)
    }
    this.failed.push(items)
    return []
  }

  /** Decides under locks: what has failed, or else the next batch while caution lasts. */
  private async catchUp(): Promise<void> {
    this.isDeciding = true
    const batches = this.failed
    this.failed = []
    if (batches.length === 0) {
      this.caution--
      batches.push(this.queue.splice(0, BATCH_MAX))
    }
    for (const items of batches) this.answer(await this.settle(this.answerKnown(items)))
    this.isDeciding = false
    this.pump()
  }

  private answer(outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      const { idempotency, slot, resolve, reject } = outcome.item
      if (idempotency) this.slotsInUse.delete(slot)
      if ('reply' in outcome) resolve(outcome.reply)
      else reject(outcome.error)
    }
    this.open -= outcomes.length
    if (this.open === 0) for (const resolve of this.onIdle.splice(0)) resolve()
  }

  /** Answers repeated calls from memory, and returns the others. */
  private answerKnown(items: readonly Item[]): readonly Item[] {
    const known: Outcome[] = []
    const unknown: Item[] = []
    for (const item of items) {
      const outcome = this.findInMemory(item)
      if (outcome) known.push(outcome)
      else unknown.push(item)
    }
    this.answer(known)
    return unknown
  }

  private findInMemory(item: Item): Outcome | undefined {
    const { idempotency, slot, plan } = item
    // A simulation must show what would happen now, so it never gets an earlier reply.
    const known = idempotency && !plan.simulate && this.copies.replies.get(slot)
    if (!known) return undefined
    return isSameInput(idempotency, known.inputHash)
      ? { item, reply: toReplay(known.text) }
      : { item, error: IdempotencyConflict({}) }
  }

  /** Never rejects: an error becomes the outcome of the postings it concerns. */
  private async settle(items: readonly Item[]): Promise<Outcome[]> {
    if (items.length === 0) return []
    this.options.onBatch?.(items.length, true)
    try {
      return await this.underLocks(items)
    } catch (error) {
      if (isUnavailable(error)) this.forgetAll()
      if (isUnavailable(error) || items.length === 1)
        return items.map((item) => ({ item, error: excuseDatabase(error) }))
      // One of the postings cannot be written. Each is tried alone, so that the others succeed.
      const outcomes: Outcome[] = []
      for (const item of items) outcomes.push(...(await this.settle([item])))
      return outcomes
    }
  }

  private async underLocks(items: readonly Item[]): Promise<Outcome[]> {
    const { lane } = this.options
    for (let tries = 1; ; tries++) {
      try {
        const missing = this.copies.findMissing(items)
        if (missing.length > 0) await ensureBooks(lane, missing)
        const done = await lane.transaction((tx) => this.decideLocked(tx, items))
        this.copies.keep(done.accounts)
        this.copies.adopt(done.changes)
        this.confirm(done.changes, done.outcomes)
        return done.outcomes
      } catch (error) {
        this.copies.forgetBooksOf(items)
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
    for (const item of await findRevoked(tx, items))
      earlier.set(item, { item, error: RevokedByTransport() })
    const open = items.filter((item) => !earlier.has(item))
    const accounts = await loadAccounts(tx, [...new Set(books.map((book) => book.account))])
    const batch = new Batch({ accounts, holds })
    const { outcomes, replies } = this.decide(batch, open)
    await writeChanges(tx, batch.changes, replies)
    return { accounts, changes: batch.changes, outcomes: [...earlier.values(), ...outcomes] }
  }

  /** Stored replies to the same idempotency keys, from another node or from before a restart. */
  private async findEarlier(tx: Statements, items: readonly Item[]): Promise<Map<Item, Outcome>> {
    const keyed = items.filter((item) => item.idempotency && !item.plan.simulate)
    if (keyed.length === 0) return new Map()
    const stored = await findReplies(
      tx,
      keyed.map((item) => item.idempotency!.slot),
      this.options.sealer,
    )
    const found = new Map<Item, Outcome>()
    keyed.forEach((item, index) => {
      const row = stored[index]
      if (!row) return
      if (!isSameInput(item.idempotency!, row.input_hash))
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

  /** After the commit: replies may be repeated, and watchers may process the holds. */
  private confirm(changes: Changes, outcomes: readonly Outcome[]): void {
    for (const outcome of outcomes) {
      const { idempotency, plan, slot } = outcome.item
      if (idempotency && 'reply' in outcome && !plan.simulate)
        this.copies.replies.set(slot, {
          inputHash: idempotency.inputHash,
          text: outcome.reply.text!,
        })
    }
    for (const [purpose, holds] of listOpenHolds(changes)) this.watchers.get(purpose)?.(holds)
  }
}

/** Postings whose forwarding node has given them up, and may have run them itself. */
async function findRevoked(tx: Statements, items: readonly Item[]): Promise<Item[]> {
  const links = linksOf(items.map(({ cause }) => cause))
  if (links.length === 0) return []
  const standing = await holdLinks(tx, links)
  return items.filter(({ cause: { link } }) => link !== undefined && !standing.has(link))
}

/** The books that the decisions read but did not change, and the keys of refused postings. */
function listSeen(
  accounts: LedgerState['accounts'],
  changes: Changes,
  outcomes: readonly Outcome[],
): ReadVersions {
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
  return { books: [...books], unused, links: linksOf(outcomes.map(({ item }) => item.cause)) }
}

const toReplay = (text: string): Reply => ({ output: readJson(text), replayed: true, text })
