// Collects calls into batches that are settled in one transaction each. The next batch collects while one is
// settled, so that an idle bank answers at once and a busy one settles hundreds of calls together.
import { readJson } from '../kernel/json.ts'
import { isRetryable, isUnavailable } from '../platform/database.ts'
import type { Statements } from '../platform/pipelined-connection.ts'
import type { Sealer } from '../platform/secrets.ts'
import {
  excuseDatabase,
  IdempotencyConflict,
  RequestInProgress,
  RevokedByTransport,
} from './error.ts'
import type { IdempotentCall, Reply } from './idempotency.ts'
import type { Cause } from './posting.ts'
import { findReplies, holdLinks, linksOf, type NewReply, type Slot } from './store.ts'

/** One call that waits for its batch. */
export interface BatchedCall<Request> {
  readonly request: Request
  readonly cause: Cause
  readonly idempotency: IdempotentCall | undefined
  /** Reduces the result to the declared output. */
  readonly finish: (output: unknown) => unknown
}

interface Waiting<Request> extends BatchedCall<Request> {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

export type Settled<Request> =
  | { readonly call: BatchedCall<Request>; readonly reply: Reply }
  | { readonly call: BatchedCall<Request>; readonly error: unknown }

export interface BatchOptions<Request> {
  /** A batch is bounded, so that other requests are read and answered while it is settled. */
  readonly sizeMax: number
  /** Settles each call once, all in one transaction; when it throws, nothing of the batch has happened. */
  settle(calls: readonly BatchedCall<Request>[]): Promise<Settled<Request>[]>
}

const ANSWERS_AT_ONCE = 8

export class Batches<Request> {
  private readonly options: BatchOptions<Request>
  private readonly inFlight = new Set<string>()
  private queue: Waiting<Request>[] = []
  /** Outcomes of the previous batch that its callers have not received yet. */
  private unanswered: Settled<Request>[] = []
  private working: Promise<void> | undefined

  constructor(options: BatchOptions<Request>) {
    this.options = options
  }

  /** Queues a call for the next batch and resolves with its reply once that is durable. */
  run(
    request: Request,
    cause: Cause,
    idempotency: IdempotentCall | undefined,
    finish: (output: unknown) => unknown,
  ): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    if (idempotency) {
      const slot = slotName(idempotency.slot)
      if (this.inFlight.has(slot)) return Promise.reject(RequestInProgress({}))
      this.inFlight.add(slot)
    }
    this.queue.push({ request, cause, idempotency, finish, resolve, reject })
    this.working ??= this.work()
    return promise
  }

  /** Resolves when every call so far is settled. */
  async close(): Promise<void> {
    await this.working
  }

  private async work(): Promise<void> {
    // Requests that arrive in the same turn of the event loop join the same batch.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.queue.length > 0) {
      const settled = await this.settle(this.queue.splice(0, this.options.sizeMax))
      this.answer()
      this.unanswered = settled
    }
    this.working = undefined
    this.answer()
  }

  /**
   * Answers the callers of the previous batch. To be called while the database is busy with a long statement
   * of the next. Few are answered in one turn of the event loop, so that the next statement is not delayed.
   */
  answer(): void {
    const outcomes = this.unanswered
    this.unanswered = []
    const answerSome = (): void => {
      for (const outcome of outcomes.splice(0, ANSWERS_AT_ONCE)) {
        const { idempotency, resolve, reject } = outcome.call as Waiting<Request>
        if (idempotency) this.inFlight.delete(slotName(idempotency.slot))
        if ('reply' in outcome) resolve(outcome.reply)
        else reject(outcome.error)
      }
      if (outcomes.length > 0) setImmediate(answerSome)
    }
    answerSome()
  }

  /** Never throws: an error becomes the outcome of each call. */
  private async settle(calls: readonly BatchedCall<Request>[]): Promise<Settled<Request>[]> {
    try {
      return await this.options.settle(calls)
    } catch (error) {
      if (isUnavailable(error) || calls.length === 1)
        return calls.map((call) => ({ call, error: excuseDatabase(error) }))
      // One of the calls cannot be written. Each is tried alone, so that the others succeed.
      const outcomes: Settled<Request>[] = []
      for (const call of calls) outcomes.push(...(await this.settle([call])))
      return outcomes
    }
  }
}

/**
 * Splits off the calls that must not be settled: their idempotency key was used before, which makes the earlier reply or
 * a conflict their outcome, or the node that forwarded them no longer waits for them. To be called at the beginning of
 * the transaction. The sealer is for operations that were commands in an earlier version of Florin.
 */
export async function splitAnswered<Request>(
  tx: Statements,
  calls: readonly BatchedCall<Request>[],
  sealer?: Pick<Sealer, 'open'>,
): Promise<{ answered: Settled<Request>[]; fresh: BatchedCall<Request>[] }> {
  const found = new Map<BatchedCall<Request>, Settled<Request>>()
  const links = linksOf(calls.map(({ cause }) => cause))
  if (links.length > 0) {
    const standing = await holdLinks(tx, links)
    for (const call of calls)
      if (call.cause.link !== undefined && !standing.has(call.cause.link))
        found.set(call, { call, error: RevokedByTransport() })
  }
  const keyed = calls.flatMap((call) =>
    call.idempotency ? { call, idempotency: call.idempotency } : [],
  )
  const slots = keyed.map(({ idempotency }) => idempotency.slot)
  const stored = slots.length > 0 ? await findReplies(tx, slots, sealer) : []
  keyed.forEach(({ call, idempotency }, index) => {
    const row = stored[index]
    if (!row) return
    if (!row.input_hash.equals(idempotency.inputHash))
      return void found.set(call, { call, error: IdempotencyConflict({}) })
    const reply = { output: readJson(row.text), replayed: true, text: row.text }
    found.set(call, { call, reply })
  })
  return { answered: [...found.values()], fresh: calls.filter((call) => !found.has(call)) }
}

/** The replies to store for those calls that succeeded and have an idempotency key. */
export const listReplies = <Request>(settled: readonly Settled<Request>[]): NewReply[] =>
  settled.flatMap((outcome) => {
    if (!('reply' in outcome)) return []
    const { idempotency, cause } = outcome.call
    if (!idempotency) return []
    const { slot, inputHash } = idempotency
    return { slot, inputHash, text: outcome.reply.text!, now: cause.now }
  })

/** The name of a slot in memory. */
export const slotName = ({ caller, operation, key }: Slot): string =>
  `${caller}/${operation}/${key}`

/** Whether another transaction got ahead with a key, a number, a balance, a hold or a lock, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const code = (error as { readonly code?: unknown }).code
  return code === 'FL001' || code === '23505' || isRetryable(error)
}
