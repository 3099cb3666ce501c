// Collects calls into batches that are written in one transaction each. The next batch collects while one is
// written, so that an idle bank answers at once and a busy one writes hundreds of calls together.
import { isUnavailable } from '../platform/database.ts'
import { excuseDatabase, RequestInProgress } from './error.ts'
import type { Reply } from './idempotency.ts'
import type { Slot } from './store.ts'
import {
  type Batch,
  type Decision,
  type Settled,
  together,
  write,
  type WriteCall,
  type WriteOptions,
} from './write.ts'

/** Decides calls that share a transaction; `Batches` does everything else. */
export interface BatchRunner<Request, Result> {
  /** Of its metrics. */
  readonly name: string
  /** A batch is bounded, so that other requests are read and answered while it is written. */
  readonly sizeMax: number
  /**
   * Decides each call and writes the rows of its own domain; a refusal does not roll back, because the other calls share
   * the transaction. It is called again with the same calls after a conflict.
   */
  decide(batch: Batch<Request>): Promise<Decision<Result>>
  /** Called once the decisions are durable. */
  committed?(): void
}

interface Waiting<Request> extends WriteCall<Request> {
  readonly resolve: (reply: Reply) => void
  readonly reject: (error: unknown) => void
}

interface Answered<Request> {
  readonly call: Waiting<Request>
  readonly settled: Settled
}

const ANSWERS_AT_ONCE = 8

export class Batches<Request, Result = unknown> {
  private readonly runner: BatchRunner<Request, Result>
  private readonly options: WriteOptions
  private readonly inFlight = new Set<string>()
  private queue: Waiting<Request>[] = []
  /** Outcomes of the previous batch that its callers have not received yet. */
  private unanswered: Answered<Request>[] = []
  private working: Promise<void> | undefined

  constructor(runner: BatchRunner<Request, Result>, options: WriteOptions) {
    this.runner = runner
    this.options = options
  }

  /** Queues a call for the next batch and resolves with its reply once that is durable. */
  run(call: WriteCall<Request>): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    if (call.idempotency) {
      const slot = slotName(call.idempotency.slot)
      if (this.inFlight.has(slot)) return Promise.reject(RequestInProgress({}))
      this.inFlight.add(slot)
    }
    this.queue.push({ ...call, resolve, reject })
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
      const answered = await this.settle(this.queue.splice(0, this.runner.sizeMax))
      this.answer()
      this.unanswered = answered
    }
    this.working = undefined
    this.answer()
  }

  /** Answers the callers of the previous batch, few in one turn of the event loop, so that no statement is delayed. */
  private answer(): void {
    const outcomes = this.unanswered
    this.unanswered = []
    const answerSome = (): void => {
      for (const { call, settled } of outcomes.splice(0, ANSWERS_AT_ONCE)) {
        if (call.idempotency) this.inFlight.delete(slotName(call.idempotency.slot))
        if ('error' in settled) call.reject(settled.error)
        else call.resolve(settled)
      }
      if (outcomes.length > 0) setImmediate(answerSome)
    }
    answerSome()
  }

  /** Never throws: an error becomes the outcome of each call. */
  private async settle(calls: readonly Waiting<Request>[]): Promise<Answered<Request>[]> {
    try {
      const settled = await this.write(calls)
      return calls.map((call, index) => ({ call, settled: settled[index]! }))
    } catch (error) {
      if (isUnavailable(error) || calls.length === 1)
        return calls.map((call) => ({ call, settled: { error: excuseDatabase(error) } }))
      // One of the calls cannot be written. Each is tried alone, so that the others succeed.
      const outcomes: Answered<Request>[] = []
      for (const call of calls) outcomes.push(...(await this.settle([call])))
      return outcomes
    }
  }

  private write(calls: readonly WriteCall<Request>[]): Promise<Settled[]> {
    this.options.metrics?.observeBatch(this.runner.name, calls.length)
    return write<Request, Result>(
      calls,
      {
        ...together,
        decide: (batch) => this.runner.decide(batch),
        // The callers of the previous batch are answered while the database writes this one.
        onWriting: () => void setImmediate(() => this.answer()),
        onCommitted: () => this.runner.committed?.(),
      },
      this.options,
    )
  }
}

/** The name of a slot in memory. */
export const slotName = ({ caller, operation, key }: Slot): string =>
  `${caller}/${operation}/${key}`
