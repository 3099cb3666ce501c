// Notifies the addresses of tasks. One turn works for one owner, so that an address that hangs delays only notifications of
// the same owner. What is sent is the task as it is then: changes that follow each other quickly are one notification.
import type { Logger } from 'pino'
import type { Clock } from '../../../../kernel/clock.ts'
import { systemCaller } from '../../../../operation/caller.ts'
import { Deliveries, type Outcome, type Turn } from '../../../../operation/deliveries.ts'
import type { Context, Invalidate } from '../../../../operation/operation.ts'
import { runAsSystem } from '../../../../operation/system-work.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import type { Outbound } from '../../../../platform/outbound-http.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { isRegistered } from '../../../people/identity/index.ts'
import { versions } from '../json-rpc/versions.ts'
import { stillStands } from '../standing.ts'
import { findTask, type TaskRow } from '../store.ts'
import { PUSH_JOB } from './job.ts'
import type { PushSecrets } from './service.ts'
import * as store from './store.ts'
import type { PushRow } from './store.ts'

export interface PushDeliveryOptions {
  readonly db: Db
  /** Not shared: addresses that hang must not use up the connections of others. */
  readonly outbound: Outbound
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'send'>
  readonly log: Logger
  readonly sealer: Sealer
  readonly invalidate: Invalidate
}

const TIMEOUT_MS = 10_000
/** Longer than one turn can take, so that no other node sends the same in the meantime. */
const LEASE_SECONDS = 45
const AT_ONCE_NODE = 128
const AT_ONCE_OWNER = 5
const TRIES_MAX = 8
const WAIT_SECONDS_MAX = 600

export class PushDeliveries {
  private readonly options: PushDeliveryOptions
  private readonly deliveries: Deliveries

  constructor(options: PushDeliveryOptions) {
    this.options = options
    const { claim, renew, release } = store
    this.deliveries = new Deliveries({
      db: options.db,
      outbound: options.outbound,
      clock: options.clock,
      jobs: options.jobs,
      log: options.log,
      job: PUSH_JOB,
      field: 'owner',
      leaseSeconds: LEASE_SECONDS,
      atOnce: () => AT_ONCE_NODE,
      secondsAfterFault: LEASE_SECONDS,
      store: { claim, renew, release },
      deliver: (owner, turn) => this.pushSome(owner, turn),
    })
  }

  wake(owner: string): boolean {
    return this.deliveries.wake(owner)
  }

  stop(): Promise<void> {
    return this.deliveries.stop()
  }

  private async pushSome(owner: string, turn: Turn): Promise<Outcome> {
    const { db, clock } = this.options
    const waiting = await store.findWaiting(db, owner, AT_ONCE_OWNER)
    const nowMs = clock.now().getTime()
    const waitMsOf = ({ next_try_at }: PushRow): number =>
      next_try_at === null ? 0 : Date.parse(next_try_at) - nowMs
    const due = waiting.filter((push) => waitMsOf(push) <= 0)
    if (due.length === 0) {
      const [next] = waiting
      // A change that comes meanwhile is not to wait for the retry of another.
      return next
        ? { waitSeconds: Math.ceil(waitMsOf(next) / 1_000), seen: 0 }
        : { waitSeconds: undefined }
    }
    const outcomes = await Promise.all(
      due.map((push) => turn.semaphore.run(() => this.pushOne(push, turn))),
    )
    return outcomes.find((outcome) => outcome !== 'more') ?? 'more'
  }

  private async pushOne(push: PushRow, { lease, isStopping }: Turn): Promise<Outcome> {
    const { db, clock } = this.options
    if (isStopping()) return { waitSeconds: 0 }
    const task = await findTask(db, push.task_id)
    // It was deleted meanwhile, and the configuration with it.
    if (!task) return 'more'
    if (!(await this.mayBeSent(push)))
      return this.settle(push, task, lease, async ({ tx }) => {
        await store.deletePush(tx, push.task_id, push.id)
      })
    const fault = await this.send(push, task)
    if (fault !== undefined && isStopping()) return { waitSeconds: 0 }
    const done = { notified: push.changes, tries: 0, next_try_at: null, last_error: fault ?? null }
    const tries = push.tries + 1
    const outcome =
      fault === undefined || tries >= TRIES_MAX
        ? done
        : { tries, last_error: fault, next_try_at: retryAt(tries, clock.now()) }
    return this.settle(push, task, lease, ({ tx }) => store.recordOutcome(tx, push, outcome))
  }

  private async mayBeSent({ owner_uuid, credential }: PushRow): Promise<boolean> {
    const { db } = this.options
    return (await isRegistered(db, owner_uuid)) && stillStands(db, credential)
  }

  /** Returns why the address was not notified, in a sentence, or undefined when it was. */
  private async send(push: PushRow, task: TaskRow): Promise<string | undefined> {
    const { outbound, sealer } = this.options
    const { token, credentials } = (
      push.secrets ? JSON.parse(sealer.open(push.secrets)) : {}
    ) as PushSecrets
    const version = versions[push.protocol]
    const conversation = { ...task, context_id: task.context_id ?? task.id, history: [] }
    try {
      const { status } = await outbound.post({
        url: push.url,
        body: JSON.stringify(version.notification(conversation)),
        timeoutMs: TIMEOUT_MS,
        headers: {
          'Content-Type': version.notificationType,
          'User-Agent': 'Florin-Agent/1.0',
          'A2A-Version': push.protocol,
          ...(token !== undefined && { 'X-A2A-Notification-Token': token }),
          ...(credentials !== undefined && {
            Authorization: `${push.scheme ?? 'Bearer'} ${credentials}`,
          }),
        },
      })
      return status >= 200 && status < 300 ? undefined : `The address answered ${status}.`
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      return text.replaceAll('\0', '').toWellFormed()
    }
  }

  /** Works in one transaction, and only while this node still holds the lease of the owner's queue. */
  private settle(
    { owner_uuid }: PushRow,
    { environment }: TaskRow,
    lease: string,
    work: (ctx: Context) => Promise<void>,
  ): Promise<Outcome> {
    const { db, clock, invalidate } = this.options
    const caller = systemCaller(environment)
    return runAsSystem(
      { db, now: clock.now(), caller, operation: PUSH_JOB, invalidate },
      async (ctx) => {
        if (!(await store.holdLease(ctx.tx, owner_uuid, lease))) return 'gone'
        await work(ctx)
        return 'more'
      },
    )
  }
}

/** After 10 s, 20 s, 40 s … and never more than 10 minutes. */
const retryAt = (tries: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(WAIT_SECONDS_MAX, 5 * 2 ** tries) * 1_000)
