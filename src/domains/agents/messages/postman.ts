// Brings messages to the addresses of their recipients. One postman per mailbox and at most one in the
// whole bank, who brings what is there in the order of its numbers; a mailbox that cannot be reached
// keeps nobody else waiting. Whatever a crash interrupts is brought again, under the same message id.
import { bankItself } from '../../../operation/caller.ts'
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Context, Tell } from '../../../operation/operation.ts'
import { doOwnWork } from '../../../operation/own-work.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbound } from '../../../platform/outbound.ts'
import { type AgentRow, findAgentsById, findPushAddress } from '../agents/index.ts'
import { Semaphore } from '../../../kernel/semaphore.ts'
import { MessageFailed } from './events.ts'
import { messageLife } from './life-cycle.ts'
import { planRetry } from './patience.ts'
import {
  claim,
  findFirstToPush,
  holdLease,
  markFailed,
  recordRetry,
  release,
  stopPushing,
  type ToPush,
} from './push-store.ts'
import { toMessageId } from './schema.ts'
import { findMessage, markDelivered } from './store.ts'
import { findParties, tellDelivered, tellSender } from './telling.ts'

export interface PostmenOptions {
  readonly db: Db
  /** Of its own: addresses that hang must not use up the connections of webhooks. */
  readonly outbound: Outbound
  readonly clock: Clock
  readonly jobs: Pick<Jobs, 'send'>
  readonly log: Logger
  /** What this node does about a change; the others hear of it from the database. */
  readonly hear: Tell
}

export const PUSH_JOB = 'agent_messages.push'

const TIMEOUT_MS = 30_000
/** Longer than a try can take: renewed before each, so that one who crashed is soon replaced. */
const LEASE_SECONDS = 45
const AT_ONCE_NODE = 256
/** An agent that rests is looked at again after this, or when somebody writes to it. */
const RESTING_SECONDS = 300
/** How long the end of the process waits for answers. */
const STOP_MS = 2_000

/** The mailbox is not ours; there may be more; or come again, if ever, later. */
type Outcome = 'gone' | 'more' | { readonly waitSeconds: number | undefined }

export class Postmen {
  private readonly options: PostmenOptions
  private readonly running = new Map<string, Promise<void>>()
  /** Woken while at work: it may have looked already, so it looks once more. */
  private readonly again = new Set<string>()
  private readonly gate = new Semaphore(() => AT_ONCE_NODE)
  private isStopping = false

  constructor(options: PostmenOptions) {
    this.options = options
  }

  /**
   * Returns at once: an address that takes its time must not keep the next job from being looked at.
   * False when this node is going down and another must do it.
   */
  wake(agent: string): boolean {
    if (this.isStopping) return false
    if (this.running.has(agent)) {
      this.again.add(agent)
      return true
    }
    const work = this.work(agent)
      .catch((error: unknown) => {
        if (!this.isStopping)
          this.options.log.warn({ err: error, agent }, 'messages wait for the next look')
      })
      .finally(() => {
        this.running.delete(agent)
        if (this.again.delete(agent)) this.wake(agent)
      })
    this.running.set(agent, work)
    return true
  }

  /** What is under way and not answered soon is brought again by whoever comes next. */
  async stop(): Promise<void> {
    this.isStopping = true
    const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
    await Promise.race([Promise.all(this.running.values()), late])
    this.options.outbound.close()
    await Promise.all(this.running.values())
  }

  private async work(agent: string): Promise<void> {
    const lease = uuidv7(this.options.clock.now())
    for (;;) {
      const outcome = await this.gate.run(() => this.step(agent, lease))
      if (outcome === 'gone') return
      if (outcome === 'more') continue
      return this.leave(agent, lease, outcome.waitSeconds)
    }
  }

  /** Brings one message, if it is time. */
  private async step(agent: string, lease: string): Promise<Outcome> {
    const { db, clock } = this.options
    if (this.isStopping) return { waitSeconds: 0 }
    if (!(await claim(db, agent, { id: lease, seconds: LEASE_SECONDS }))) return 'gone'
    const message = await findFirstToPush(db, agent)
    if (!message) return { waitSeconds: undefined }
    const waitMs =
      message.next_retry_at === null ? 0 : Date.parse(message.next_retry_at) - clock.now().getTime()
    if (waitMs > 0) return { waitSeconds: Math.ceil(waitMs / 1000) }
    const recipient = (await findAgentsById(db, [agent])).get(agent)!
    // Asked anew for every message: the right to be sent them may have ended.
    const url = await findPushAddress(db, recipient)
    if (url === undefined) return this.settle(recipient, lease, (ctx) => stopPushing(ctx.tx, agent))
    if (recipient.status !== 'active') return { waitSeconds: RESTING_SECONDS }
    const fault = await this.bring(message, url)
    if (fault !== undefined && this.isStopping) return { waitSeconds: 0 }
    return this.settle(recipient, lease, (ctx) =>
      fault === undefined ? arrive(message, ctx) : recordFault(message, fault, ctx),
    )
  }

  /** Why it was not taken, in a sentence. */
  private async bring(message: ToPush, url: string): Promise<string | undefined> {
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

  /** In one transaction, and only while the mailbox is still ours. */
  private settle(
    { uuid, environment }: AgentRow,
    lease: string,
    work: (ctx: Context) => Promise<void>,
  ): Promise<Outcome> {
    const { db, clock, hear } = this.options
    const caller = bankItself(environment)
    return doOwnWork({ db, now: clock.now(), caller, operation: PUSH_JOB, hear }, async (ctx) => {
      if (!(await holdLease(ctx.tx, uuid, lease))) return 'gone'
      await work(ctx)
      return 'more'
    })
  }

  /** Whoever comes next is called in the transaction that lets the mailbox go. */
  private async leave(
    agent: string,
    lease: string,
    waitSeconds: number | undefined,
  ): Promise<void> {
    const { db, jobs } = this.options
    await db.transaction().execute(async (tx) => {
      if (!(await holdLease(tx, agent, lease))) return
      // Whoever wrote to it while it was ours set no job; all they wrote is seen from here on.
      const isBehind = waitSeconds === undefined && (await findFirstToPush(tx, agent)) !== undefined
      const { needsTimer } = await release(tx, agent, waitSeconds)
      if (isBehind) await jobs.send(tx, PUSH_JOB, { agent })
      if (needsTimer) await jobs.send(tx, PUSH_JOB, { agent }, { afterSeconds: waitSeconds! })
    })
  }
}

async function arrive({ uuid }: ToPush, ctx: Context): Promise<void> {
  const step = { from: messageLife.from('deliver'), now: ctx.now }
  const delivered = await markDelivered(ctx.tx, [uuid], step)
  const agents = await findParties(ctx.tx, delivered)
  for (const row of delivered) tellDelivered(row, agents, ctx)
}

async function recordFault(message: ToPush, last_error: string, ctx: Context): Promise<void> {
  const { uuid } = message
  const retry = planRetry(message, ctx.now)
  if (retry) return recordRetry(ctx.tx, uuid, { ...retry, last_error })
  const step = { from: messageLife.from('fail'), now: ctx.now, last_error }
  if (!(await markFailed(ctx.tx, uuid, step))) return
  const row = (await findMessage(ctx.tx, uuid, ctx.now))!
  const failed = { failed_at: ctx.now.toISOString(), retry_count: row.retry_count }
  tellSender(MessageFailed, row, failed, await findParties(ctx.tx, [row]), ctx)
}
