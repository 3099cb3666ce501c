// Deliveries to addresses of others: one receiver is worked on by at most one node at a time, which holds
// a lease on it; a receiver that takes its time keeps nobody else waiting. Whatever a crash interrupts is
// found when the lease has run out: at least once, never lost.
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import { Semaphore } from '../kernel/semaphore.ts'
import { uuidv7 } from '../kernel/uuid.ts'
import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Outbound } from '../platform/outbound.ts'

export interface Lease {
  readonly id: string
  readonly seconds: number
}

/** The leases of receivers, in the store of the domain. */
export interface LeaseStore {
  /** False when another has it, or there is nothing to deliver to it any more. */
  claim(tx: Db, receiver: string, lease: Lease): Promise<boolean>
  renew(tx: Db, receiver: string, lease: Lease): Promise<unknown>
  /**
   * Lets the receiver go, if the lease is still ours. Told is whether there is more for it by now; and,
   * when it is to be looked at again later, whether a job must be set for that.
   */
  release(
    tx: Db,
    receiver: string,
    lease: string,
    waitSeconds: number | undefined,
  ): Promise<{ readonly isBehind: boolean; readonly needsTimer: boolean }>
}

/** The receiver is not ours any more; there may be more for it; or look again, if ever, later. */
export type Outcome = 'gone' | 'more' | { readonly waitSeconds: number | undefined }

/** One node's time with one receiver. */
export interface Turn {
  readonly lease: string
  /** How much is under way from this node, to all receivers together. */
  readonly semaphore: Semaphore
  /** The node goes down: nothing new is begun, and what failed is left to others. */
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
  /** When to look again after a fault of our own; undefined: at once, if there is more. */
  readonly secondsAfterFault?: number
  readonly store: LeaseStore
  /** Delivers some of what the receiver has coming, in its order, and writes down what came of it. */
  readonly deliver: (receiver: string, turn: Turn) => Promise<Outcome>
}

/** A lease is renewed so many times before it would run out. */
const RENEWALS = 3
/** How long the end of the process waits for answers. */
const STOP_MS = 2_000

export class Deliveries {
  private readonly options: DeliveryOptions
  private readonly running = new Map<string, Promise<void>>()
  /** Woken while at work: it may have looked already, so it looks once more. */
  private readonly again = new Set<string>()
  private readonly semaphore: Semaphore
  private isStopping = false

  constructor(options: DeliveryOptions) {
    this.options = options
    this.semaphore = new Semaphore(options.atOnce)
  }

  /**
   * Returns at once: a receiver that takes its time must not keep the next job from being looked at.
   * False when this node goes down and another must do it.
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
        if (!this.isStopping) log.warn({ err: error, receiver, job }, 'deliveries wait')
      })
      .finally(() => {
        this.running.delete(receiver)
        if (this.again.delete(receiver)) this.wake(receiver)
      })
    this.running.set(receiver, work)
    return true
  }

  /** What is under way and not answered soon is delivered again by whoever comes next. */
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
    let waitSeconds = secondsAfterFault
    try {
      waitSeconds = await this.deliverAll(receiver, lease.id)
    } finally {
      clearInterval(renewing)
      await this.leave(receiver, lease.id, waitSeconds)
    }
  }

  /** When to look again; undefined when there is nothing to wait for. */
  private async deliverAll(receiver: string, lease: string): Promise<number | undefined> {
    const { semaphore } = this
    const turn: Turn = { lease, semaphore, isStopping: () => this.isStopping }
    for (;;) {
      if (this.isStopping) return 0
      const outcome = await this.options.deliver(receiver, turn)
      if (outcome === 'gone') return undefined
      if (outcome !== 'more') return outcome.waitSeconds
    }
  }

  /** Whoever comes next is called in the transaction that lets the receiver go. */
  private async leave(receiver: string, lease: string, waitSeconds: number | undefined) {
    const { db, jobs, job, field, store } = this.options
    await db.transaction().execute(async (tx) => {
      const { isBehind, needsTimer } = await store.release(tx, receiver, lease, waitSeconds)
      const payload = { [field]: receiver }
      if (waitSeconds === undefined && isBehind) await jobs.send(tx, job, payload)
      if (waitSeconds !== undefined && needsTimer)
        await jobs.send(tx, job, payload, { afterSeconds: waitSeconds })
    })
  }
}
