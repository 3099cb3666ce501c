// What every write owes besides its own rows: the earlier reply to its idempotency key, its audit record, events, stored
// reply, notices to other nodes, and a retry after a conflict. A command is written by itself, batched commands share a
// transaction. A posting hands the same to the ledger as data, because the ledger writes all of it by one statement.
import { readJson } from '../kernel/json.ts'
import { planForBatches, settleAll } from '../platform/batch-statements.ts'
import {
  type Database,
  type Db,
  isConflict,
  isRetryable,
  statementsOf,
} from '../platform/database.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Sealer } from '../platform/key-ring.ts'
import type { Change } from './changes.ts'
import {
  type AppError,
  IdempotencyConflict,
  RequestInProgress,
  RevokedByTransport,
} from './error.ts'
import type { Emit } from './event.ts'
import { type IdempotentCall, isSameInput, type Reply } from './idempotency.ts'
import type { Invalidate } from './operation.ts'
import type { Cause } from './posting.ts'
import { shapeOf } from './shape.ts'
import {
  type CausedEvent,
  deleteReply,
  findReplies,
  holdLinks,
  insertCausedEvents,
  type Invalidation,
  linksOf,
  openSlot,
} from './store.ts'
import { endWrite, type NewSealedReply, type Owed } from './write-store.ts'

/** One call to be written, authorized and validated. */
export interface WriteCall<Request = unknown> {
  readonly request: Request
  readonly cause: Cause
  /** The uuid in the path of its route, or another name, for the audit record. */
  readonly target?: string | undefined
  readonly targetName?: string | undefined
  readonly idempotency: IdempotentCall | undefined
  /** The reply is stored sealed, because it may hold a secret that is shown only once. */
  readonly isSealed: boolean
  /** The reply is stored by a later transaction. */
  readonly isReplyLater?: boolean
  /** Reduces the result to the declared output. */
  readonly finish: (result: unknown) => unknown
}

/** How a call ended. */
export type Settled = Reply | { readonly error: unknown }

/** The decision about one call. A refusal writes no audit record, no reply and, unless its error keeps them, no events. */
export type Outcome<Result = unknown> = Accepted<Result> | { readonly refused: AppError }

export interface Accepted<Result> {
  readonly result: Result
  /** False if other rows record who made the call, such as those of the ledger. */
  readonly isAudited?: false
  /** The fields of its subject that differ; undefined if they were not compared. */
  readonly changes?: readonly Change[]
}

/** A call as the code that decides it sees it. */
export interface DecidedCall<Request> {
  readonly request: Request
  readonly cause: Cause
  readonly emit: Emit
}

/** Calls to be decided in one transaction. */
export interface Batch<Request> {
  readonly tx: Db
  readonly calls: readonly DecidedCall<Request>[]
  /** What failed the earlier attempts to write these calls. */
  readonly failures: readonly unknown[]
  readonly invalidate: Invalidate
  /** Writes the events emitted so far, so that the log has them before the ledger's next rows. */
  readonly flush: () => Promise<void>
}

export interface Decision<Result> {
  /** One for each call, in their order. */
  readonly outcomes: readonly Outcome<Result>[]
  /** Statements of the transaction that are still running. */
  readonly writing?: Promise<unknown>
}

/** Thrown by a decision to roll back and decide again, without the calls that it refuses. */
export class DecideAgain extends Error {
  readonly refused: ReadonlyMap<DecidedCall<unknown>, AppError>

  constructor(reason: string, refused: ReadonlyMap<DecidedCall<unknown>, AppError> = new Map()) {
    super(reason)
    this.refused = refused
  }
}

export interface WriteOptions {
  readonly database: Pick<Database, 'write'>
  readonly sealer: Sealer
  /** Drops a cached value on this node. */
  readonly invalidate: Invalidate
  /** Notifies the other nodes soon, outside the transaction. */
  readonly notifyLater: (invalidations: readonly Invalidation[]) => void
  /** Reports that code violates its declaration; throws in tests. */
  readonly complain: Complain
  /** Counts the calls of a batch. */
  readonly metrics?: Pick<Metrics, 'observeBatch'> | undefined
}

export type Complain = (operation: string, problem: string, cause: unknown) => void

/** How one kind of write differs from others. */
export interface Writing<Request, Result> {
  /** Finds the calls that must not be decided, at the beginning of the transaction. */
  findEarlier(tx: Db, calls: readonly WriteCall<Request>[], sealer: Sealer): Promise<Earlier>
  /** Whether another attempt may succeed. */
  mayRetry(error: unknown): boolean
  decide(batch: Batch<Request>): Promise<Decision<Result>>
  /** Called while the database works on the last statements. */
  onWriting?(): void
  /** Called once the decisions are durable. */
  onCommitted?(): void
}

/** Calls that are settled without a decision, such as retries. */
export type Earlier = ReadonlyMap<WriteCall, Settled>

const none: Earlier = new Map()
const TRIES_MAX = 5

/** Settles each call; throws if nothing could be written. */
export async function write<Request, Result>(
  calls: readonly WriteCall<Request>[],
  writing: Writing<Request, Result>,
  options: WriteOptions,
): Promise<Settled[]> {
  const settled = new Map<WriteCall, Settled>()
  const failures: unknown[] = []
  for (;;) {
    const open = calls.filter((call) => !settled.has(call))
    if (open.length === 0) break
    const attempt = new Attempt(open, writing, options)
    try {
      await options.database.write.transaction().execute((tx) => attempt.run(tx, failures))
      attempt.announce()
      if (attempt.hasDecided) writing.onCommitted?.()
      for (const [call, one] of attempt.settled) settled.set(call, one)
    } catch (error) {
      const refused = attempt.listRefused(error)
      for (const [call, reason] of refused) settled.set(call, { error: reason })
      if (refused.length > 0) continue
      failures.push(error)
      const mayRetry = error instanceof DecideAgain || writing.mayRetry(error)
      if (!mayRetry || failures.length === TRIES_MAX) throw error
    }
  }
  return calls.map((call) => settled.get(call)!)
}

/** One transaction; if it is rolled back, nothing of it has happened. */
class Attempt<Request, Result> {
  readonly settled = new Map<WriteCall, Settled>()
  hasDecided = false
  private readonly calls: readonly WriteCall<Request>[]
  private readonly writing: Writing<Request, Result>
  private readonly options: WriteOptions
  /** Cache entries of which other nodes are notified when the transaction commits, or some time later. */
  private readonly now: Invalidation[] = []
  private readonly later: Invalidation[] = []
  private readonly emitted = new Map<WriteCall, CausedEvent[]>()
  private readonly decided = new Map<DecidedCall<unknown>, WriteCall>()

  constructor(
    calls: readonly WriteCall<Request>[],
    writing: Writing<Request, Result>,
    options: WriteOptions,
  ) {
    this.calls = calls
    this.writing = writing
    this.options = options
  }

  async run(tx: Db, failures: readonly unknown[]): Promise<void> {
    const earlier = await this.writing.findEarlier(tx, this.calls, this.options.sealer)
    for (const [call, one] of earlier) this.settled.set(call, one)
    const open = this.calls.filter((call) => !earlier.has(call))
    if (open.length === 0) return
    this.hasDecided = true
    const { outcomes, writing } = await this.writing.decide({
      tx,
      calls: open.map((call) => this.toDecided(call)),
      failures,
      invalidate: (topic, key, when) =>
        void (when === 'later' ? this.later : this.now).push({ topic, key }),
      flush: () =>
        insertCausedEvents(
          tx,
          open.flatMap((call) => this.takeEvents(call)),
        ),
    })
    await settleAll([Promise.resolve(writing), this.end(tx, open, outcomes)])
  }

  /** Drops the cached values on this node and notifies the others; to be called after the commit. */
  announce(): void {
    const { invalidate, notifyLater } = this.options
    for (const { topic, key } of this.now) invalidate(topic, key)
    for (const { topic, key } of this.later) invalidate(topic, key)
    if (this.later.length > 0) notifyLater(this.later)
  }

  /** The calls of this attempt that the error refuses. */
  listRefused(error: unknown): (readonly [WriteCall, AppError])[] {
    if (!(error instanceof DecideAgain)) return []
    return [...error.refused].map(([call, reason]) => [this.decided.get(call)!, reason] as const)
  }

  private toDecided(call: WriteCall<Request>): DecidedCall<Request> {
    const { request, cause } = call
    const events: CausedEvent[] = []
    this.emitted.set(call, events)
    const emit: Emit = (event, data, audience = {}) => {
      const shape = shapeOf(event.data)
      if (!shape.isValid(data))
        this.options.complain(cause.operation, `announced a malformed ${event.type}`, data)
      events.push({ event, data: shape.pick(data) as object, audience, cause })
    }
    const decided = { request, cause, emit }
    this.decided.set(decided, call)
    return decided
  }

  private takeEvents(call: WriteCall): CausedEvent[] {
    return this.emitted.get(call)!.splice(0)
  }

  /** Writes everything that the calls owe by one statement. */
  private async end(
    tx: Db,
    calls: readonly WriteCall[],
    outcomes: readonly Outcome[],
  ): Promise<void> {
    if (outcomes.length !== calls.length)
      throw new Error(`${outcomes.length} outcomes were decided for ${calls.length} calls`)
    const owed = { audits: [], events: [], replies: [], sealed: [], notices: this.now } as Owed
    calls.forEach((call, index) => this.settle(call, outcomes[index]!, owed))
    const ending = endWrite(tx, owed)
    this.writing.onWriting?.()
    await ending
  }

  private settle(call: WriteCall, outcome: Outcome, owed: Owed): void {
    if ('refused' in outcome) {
      if (outcome.refused.def.keepsWrites) owed.events.push(...this.takeEvents(call))
      this.settled.set(call, { error: outcome.refused })
      return
    }
    const { cause, target, targetName, idempotency, isSealed } = call
    const output = call.finish(outcome.result)
    if (outcome.isAudited !== false)
      owed.audits.push({ ...cause, target, targetName, changes: outcome.changes })
    owed.events.push(...this.takeEvents(call))
    if (isSealed) {
      this.settled.set(call, { output, replayed: false })
      if (idempotency && !call.isReplyLater)
        owed.sealed.push(this.toSealed(idempotency, output, cause))
      return
    }
    const text = JSON.stringify(output)
    this.settled.set(call, { output, replayed: false, text })
    if (idempotency) {
      const { slot, inputHash } = idempotency
      owed.replies.push({ slot, inputHash, text, now: cause.now })
    }
  }

  private toSealed(
    { slot, inputHash }: IdempotentCall,
    output: unknown,
    { now }: Cause,
  ): NewSealedReply {
    return { slot, inputHash, reply: this.options.sealer.seal(JSON.stringify(output)), now }
  }
}

/**
 * Written alone: the slot of the idempotency key is locked until the transaction ends, so that a concurrent retry is
 * refused before it does any work.
 */
export const alone = {
  mayRetry: isRetryable,
  async findEarlier(tx: Db, [call]: readonly WriteCall[], sealer: Sealer): Promise<Earlier> {
    const earlier = call?.idempotency && (await lockSlot(tx, call.idempotency, sealer))
    return earlier ? new Map([[call, earlier]]) : none
  },
}

/** The stored reply of an earlier call with the same key; throws if the key is in use or belongs to another request. */
export async function findReply(
  idempotency: IdempotentCall,
  { database, sealer }: Pick<WriteOptions, 'database' | 'sealer'>,
): Promise<Reply | undefined> {
  const settled = await database.write
    .transaction()
    .execute((tx) => lockSlot(tx, idempotency, sealer))
  if (settled && 'error' in settled) throw settled.error
  return settled
}

/** Locks the slot until the transaction ends, and finds its reply. */
async function lockSlot(
  tx: Db,
  idempotency: IdempotentCall,
  sealer: Sealer,
): Promise<Settled | undefined> {
  const { locked, stored } = await openSlot(tx, idempotency.slot)
  if (!locked) throw RequestInProgress({})
  if (!stored) return undefined
  const { input_hash, reply } = stored
  return replay(tx, idempotency, { input_hash, text: sealer.open(reply) })
}

/**
 * Written with others: the queue of the batches knows the keys in use on this node, and the unique index those of other
 * nodes. A call that another node forwarded is dropped if that node no longer waits for it.
 */
export const together = {
  mayRetry: isConflict,
  async findEarlier(tx: Db, calls: readonly WriteCall[], sealer: Sealer): Promise<Earlier> {
    await planForBatches(tx)
    const earlier = new Map<WriteCall, Settled>()
    const links = linksOf(calls.map(({ cause }) => cause))
    const standing = links.length > 0 ? await holdLinks(statementsOf(tx), links) : undefined
    for (const call of calls)
      if (call.cause.link !== undefined && !standing!.has(call.cause.link))
        earlier.set(call, { error: RevokedByTransport() })
    const keyed = calls.filter((call) => call.idempotency && !earlier.has(call))
    if (keyed.length === 0) return earlier
    const slots = keyed.map((call) => call.idempotency!.slot)
    const stored = await findReplies(statementsOf(tx), slots, sealer)
    for (const [index, call] of keyed.entries()) {
      const row = stored[index]
      if (row) earlier.set(call, await replay(tx, call.idempotency!, row))
    }
    return earlier
  },
}

async function replay(
  tx: Db,
  call: IdempotentCall,
  stored: { readonly input_hash: Buffer; readonly text: string },
): Promise<Settled> {
  const { input_hash, text } = stored
  if (isSameInput(call, input_hash)) return { output: readJson(text), replayed: true, text }
  // The reply is deleted, because otherwise a caller could guess passwords with one key and no attempt
  // would be counted.
  if (call.isStranger) await deleteReply(tx, call.slot)
  return { error: IdempotencyConflict({}) }
}
