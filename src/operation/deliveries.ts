// Delivers to external receivers at least once. At most one node works on a receiver at a time, under a
// lease; a slow receiver does not delay the others. After a crash another node continues when the lease has
// expired.
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import { Semaphore } from '../kernel/semaphore.ts'
import { uuidv7 } from '../kernel/uuid.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Outbound } from '../platform/outbound-http.ts'

export interface Lease {
  readonly id: string
  readonly seconds: number
}

/** Keeps the leases of receivers; each domain implements it in its store. */
export interface LeaseStore {
  /** Returns false when another node has the lease, or nothing is left to deliver. */
  claim(tx: Db, receiver: string, lease: Lease): Promise<boolean>
  renew(tx: Db, receiver: string, lease: Lease): Promise<unknown>
  /**
   * Ends the lease if it is still ours. `isBehind` says whether more has arrived for the receiver meanwhile, beyond
   * `seen` if that is given; `needsTimer` whether a job must be sent to check it again after `waitSeconds`.
   */
  release(
    tx: Db,
    receiver: string,
    lease: string,
    waitSeconds: number | undefined,
    seen: number | undefined,
  ): Promise<{ readonly isBehind: boolean; readonly needsTimer: boolean }>
}

/** 'gone': the lease is lost. 'more': there may be more to deliver. Otherwise: check again later, if ever. */
export type Outcome =
  | 'gone'
  | 'more'
  | {
      readonly waitSeconds: number | undefined
      /** The last item that the turn knew of; a later item does not wait for the next check. */
      readonly seen?: number
    }

type Rest = Exclude<Outcome, string>

/** A period in which one node works on one receiver. */
export interface Turn {
  readonly lease: string
  /** Bounds the concurrent requests from this node to all receivers together. */
  readonly semaphore: Semaphore
  /** The node is shutting down: it begins nothing new and leaves failed deliveries to other nodes. */
  readonly isStopping: () => boolean
}

export interface DeliveryOptions {
  readonly db: Db
  readonly outbound: Pick<Outbound, 'close'>
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'send'>
  readonly log: Logger
  /** The job that wakes a receiver, and the field of its payload that names the receiver. */
  readonly job: string
  readonly field: string
  readonly leaseSeconds: number
  readonly atOnce: () => number
  /** When to check again after an error of ours; undefined: at once, if there is more. */
  readonly secondsAfterFault?: number
  readonly store: LeaseStore
  /** Delivers some of the receiver's pending items in order and records the results. */
  readonly deliver: (receiver: string, turn: Turn) => Promise<Outcome>
}

/** How many times a lease is renewed within its duration. */
const RENEWALS = 3
/** How long the shutdown waits for answers. */
const STOP_MS = 2_000

export class Deliveries {
  private readonly options: DeliveryOptions
  private readonly running = new Map<string, Promise<void>>()
  /** Receivers woken during their turn get another one, because the turn may have read its items already. */
  private readonly again = new Set<string>()
  private readonly semaphore: Semaphore
  private isStopping = false

  constructor(options: DeliveryOptions) {
    this.options = options
    this.semaphore = new Semaphore(options.atOnce)
  }

  /**
   * Starts the work and returns at once, so that a slow receiver does not delay the next job.
   * Returns false when this node is shutting down and another must do the work.
   */
  wake(receiver: string): boolean {
    if (this.isStopping) return false
    if (this.running.has(receiver)) {
      this.again.add(receiver)
      return true
    }
    const { log, job } = this.options
    const work = this.work(receiver)
      .catch((error: unknown) => {
        if (!this.isStopping)
          log.warn({ err: error, receiver, job }, 'deliveries to this receiver were interrupted')
      })
      .finally(() => {
        this.running.delete(receiver)
        if (this.again.delete(receiver)) this.wake(receiver)
      })
    this.running.set(receiver, work)
    return true
  }

  /** A request that is not answered in time is cut off and delivered again by the next node. */
  async stop(): Promise<void> {
    this.isStopping = true
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
    await Promise.race([Promise.all(this.running.values()), late])
    this.options.outbound.close()
    await Promise.all(this.running.values())
  }

  private async work(receiver: string): Promise<void> {
    const { db, clock, store, leaseSeconds, secondsAfterFault } = this.options
    const lease = { id: uuidv7(clock.now()), seconds: leaseSeconds }
    if (!(await store.claim(db, receiver, lease))) return
    const renewing = setInterval(
      () => void store.renew(db, receiver, lease).catch(() => {}),
      (leaseSeconds * 1000) / RENEWALS,
    )
    let next: Rest = { waitSeconds: secondsAfterFault }
    try {
      next = await this.deliverAll(receiver, lease.id)
    } finally {
      clearInterval(renewing)
      await this.release(receiver, lease.id, next)
    }
  }

  /** Returns the seconds until the next check; undefined when there is nothing to wait for. */
  private async deliverAll(receiver: string, lease: string): Promise<Rest> {
    const { semaphore } = this
    const turn: Turn = { lease, semaphore, isStopping: () => this.isStopping }
    for (;;) {
      if (this.isStopping) return { waitSeconds: 0 }
      const outcome = await this.options.deliver(receiver, turn)
      if (outcome === 'gone') return { waitSeconds: undefined }
      if (outcome !== 'more') return outcome
    }
  }

  /** Ends the lease and, in the same transaction, sends the job for the next turn. */
  private async release(receiver: string, lease: string, { waitSeconds, seen }: Rest) {
    const { db, jobs, job, field, store } = this.options
    await db.transaction().execute(async (tx) => {
      const { isBehind, needsTimer } = await store.release(tx, receiver, lease, waitSeconds, seen)
      const payload = { [field]: receiver }
      // An item that arrived meanwhile found the lease taken and sent no job, so the job is sent here.
      const hasNews = isBehind && (waitSeconds === undefined || seen !== undefined)
      if (hasNews) await jobs.send(tx, job, payload)
      if (waitSeconds !== undefined && needsTimer)
        await jobs.send(tx, job, payload, { afterSeconds: waitSeconds })
    })
  }
}
