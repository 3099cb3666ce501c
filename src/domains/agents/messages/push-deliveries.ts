// Pushes messages to the addresses of their recipients, one at a time for each mailbox and in the order of
// their numbers. A push that a crash interrupts is repeated with the same message id.
import { systemCaller } from '../../../operation/caller.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { Deliveries, type Outcome, type Turn } from '../../../operation/deliveries.ts'
import type { Context, Invalidate } from '../../../operation/operation.ts'
import { runAsSystem } from '../../../operation/system-work.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbound } from '../../../platform/outbound-http.ts'
import { type AgentRow, findAgentsById, findPushAddress } from '../agents/index.ts'
import { MessageFailed } from './events.ts'
import { messageLife } from './life-cycle.ts'
import { planRetry } from './retry-schedule.ts'
import {
  claim,
  findFirstToPush,
  holdLease,
  markFailed,
  recordRetry,
  release,
  renew,
  stopPushing,
  type ToPush,
} from './push-store.ts'
import { toMessageId } from './schema.ts'
import { findMessage, markDelivered } from './store.ts'
import { emitDelivered, emitToSender, findParties } from './sender-events.ts'

export interface PushOptions {
  readonly db: Db
  /** Not shared with webhooks: addresses that hang must not use up their connections. */
  readonly outbound: Outbound
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'send'>
  readonly log: Logger
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
}

export const PUSH_JOB = 'agent_messages.push'

const TIMEOUT_MS = 30_000
/** Longer than one push can take, so that no other node starts one in the meantime. */
const LEASE_SECONDS = 45
const AT_ONCE_NODE = 256
/** The mailbox of an agent that is not active is checked again after this, or at the next message. */
const RESTING_SECONDS = 300
export class PushDeliveries {
  private readonly options: PushOptions
  private readonly deliveries: Deliveries

  constructor(options: PushOptions) {
    this.options = options
    this.deliveries = new Deliveries({
      ...options,
      job: PUSH_JOB,
      field: 'agent',
      leaseSeconds: LEASE_SECONDS,
      atOnce: () => AT_ONCE_NODE,
      secondsAfterFault: LEASE_SECONDS,
      store: { claim, renew, release },
      deliver: (agent, turn) => turn.semaphore.run(() => this.pushOne(agent, turn)),
    })
  }

  wake(agent: string): boolean {
    return this.deliveries.wake(agent)
  }

  stop(): Promise<void> {
    return this.deliveries.stop()
  }

  /** Pushes the first waiting message, unless its retry is not due yet. */
  private async pushOne(agent: string, { lease, isStopping }: Turn): Promise<Outcome> {
    const { db, clock } = this.options
    if (isStopping()) return { waitSeconds: 0 }
    const message = await findFirstToPush(db, agent, lease)
    if (!message) return { waitSeconds: undefined }
    const waitMs =
      message.next_retry_at === null ? 0 : Date.parse(message.next_retry_at) - clock.now().getTime()
    if (waitMs > 0) return { waitSeconds: Math.ceil(waitMs / 1000) }
    const recipient = (await findAgentsById(db, [agent])).get(agent)!
    // The address is read again for every message, because its credential may have ended.
    const url = await findPushAddress(db, recipient)
    if (url === undefined) return this.settle(recipient, lease, (ctx) => stopPushing(ctx.tx, agent))
    if (recipient.status !== 'active') return { waitSeconds: RESTING_SECONDS }
    const fault = await this.push(message, url)
    if (fault !== undefined && isStopping()) return { waitSeconds: 0 }
    return this.settle(recipient, lease, (ctx) =>
      fault === undefined ? arrive(message, ctx) : recordFault(message, fault, ctx),
    )
  }

  /** Returns why the push failed, in a sentence, or undefined when it succeeded. */
  private async push(message: ToPush, url: string): Promise<string | undefined> {
    const { outbound, clock } = this.options
    const messageId = toMessageId(message.uuid)
    const { payload, sent_at: timestamp } = message
    try {
      const { status } = await outbound.post({
        url,
        body: JSON.stringify({ messageId, payload, timestamp }),
        timeoutMs: TIMEOUT_MS,
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Florin-Agent/1.0',
          'X-Message-Id': messageId,
          'X-Protocol': 'A2A',
          'X-Protocol-Version': '1.0.0',
          'X-Timestamp': clock.now().toISOString(),
          'X-Idempotency-Key': messageId,
        },
      })
      return status >= 200 && status < 300 ? undefined : `The address answered ${status}.`
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error)
      return text.replaceAll('\0', '').toWellFormed()
    }
  }

  /** Works in one transaction, and only while this node still holds the lease of the mailbox. */
  private settle(
    { uuid, environment }: AgentRow,
    lease: string,
    work: (ctx: Context) => Promise<void>,
  ): Promise<Outcome> {
    const { db, clock, invalidate } = this.options
    const caller = systemCaller(environment)
    return runAsSystem(
      { db, now: clock.now(), caller, operation: PUSH_JOB, invalidate },
      async (ctx) => {
        if (!(await holdLease(ctx.tx, uuid, lease))) return 'gone'
        await work(ctx)
        return 'more'
      },
    )
  }
}

async function arrive({ uuid }: ToPush, ctx: Context): Promise<void> {
  const step = { from: messageLife.from('deliver'), now: ctx.now }
  const delivered = await markDelivered(ctx.tx, [uuid], step)
  const agents = await findParties(ctx.tx, delivered)
  for (const row of delivered) emitDelivered(row, agents, ctx)
}

async function recordFault(message: ToPush, last_error: string, ctx: Context): Promise<void> {
  const { uuid } = message
  const retry = planRetry(message, ctx.now)
  if (retry) return recordRetry(ctx.tx, uuid, { ...retry, last_error })
  const step = { from: messageLife.from('fail'), now: ctx.now, last_error }
  if (!(await markFailed(ctx.tx, uuid, step))) return
  const row = (await findMessage(ctx.tx, uuid, ctx.now))!
  const failed = { failed_at: ctx.now.toISOString(), retry_count: row.retry_count }
  emitToSender(MessageFailed, row, failed, await findParties(ctx.tx, [row]), ctx)
}
