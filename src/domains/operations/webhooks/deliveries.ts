// Delivers the events of a webhook in rounds: reads the log from the webhook's position, sends the events, and
// records the results.
import type { Logger } from 'pino'
import type { Clock } from '../../../kernel/clock.ts'
import { MINUTE_MS } from '../../../kernel/durations.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Deliveries, type Outcome, type Turn } from '../../../operation/deliveries.ts'
import { toEnvelope } from '../../../operation/envelope.ts'
import type { EventDef } from '../../../operation/event.ts'
import { toTypeFilter } from '../../../operation/event-filter.ts'
import { endOf, type EventLog, type LoggedEvent, maySee } from '../../../operation/event-log.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbound, OutboundAnswer } from '../../../platform/outbound-http.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import {
  claim,
  type Claimed,
  listWaiting,
  type NewDelivery,
  readClaimed,
  release,
  renew,
  saveDeliveries,
  saveProgress,
  trimDelivered,
  type Waiting,
} from './delivery-store.ts'
import { DELIVER_JOB } from './dispatcher.ts'
import { Semaphore } from '../../../kernel/semaphore.ts'
import { runInOrder, DeliveryOrder } from './delivery-order.ts'
import { deliveryHeaders, readTimeOf, toPayload } from './delivery-request.ts'
import type { Signing } from './signature.ts'
import type { DeliveryCounters } from './metrics.ts'
import { mayDeliver } from './suspension.ts'
import { switchOff } from './store.ts'

export interface WebhookDeliveryOptions {
  readonly db: Db
  readonly eventLog: EventLog
  readonly outbound: Outbound
  readonly sealer: Sealer
  readonly clock: Clock
  readonly jobs: Jobs
  readonly log: Logger
  readonly events: () => readonly EventDef[]
  readonly retrySeconds: readonly number[]
  /** The most deliveries in any 60 seconds; 0 for no limit. */
  readonly perMinute: number
  /** How many successful deliveries are kept for each webhook. */
  readonly keepDelivered: number
  /** Whether this node is busy with postings, which go first. */
  readonly isBusy: () => boolean
  readonly counters: DeliveryCounters
}

const LEASE_SECONDS = 10
/** The most deliveries in one round; their results are recorded in one transaction. */
const ROUND_MAX = 200
/** Concurrent deliveries to one webhook at the start of a round; each success allows one more. */
const AT_ONCE_FIRST = 2
/** The most concurrent deliveries to one webhook. */
const AT_ONCE = 16
/** The most concurrent deliveries from one node to all webhooks. */
const AT_ONCE_NODE = 256
/** The same while the node is busy: postings of customers go before deliveries. */
const AT_ONCE_BUSY = 2
/** A round that has lasted this long starts no further deliveries. */
const ROUND_MS = 3_000
const ROWS_MAX = 200
/** With this many waiting deliveries, no further events are read from the log. */
const WAITING_MAX = 1_000
/** After this many failures in a row, only one delivery is tried per round, to see whether the receiver is back. */
const SUSPECT_AFTER = 3
/** After this many failures in a row, the webhook is switched off. */
const OFF_AFTER = 10

/** One delivery to send: a waiting one, or a new one in the same shape. */
type Item = Waiting

interface Attempt {
  readonly item: Item
  readonly at: Date
  readonly duration_ms: number
  readonly answer: OutboundAnswer | undefined
  readonly error: string | undefined
}

/** Deletes once per so many successes, because to find the first row to keep costs as much as to delete many. */
const trimEvery = (keep: number): number => Math.max(1, Math.floor(keep / 10))

const isSuccess = ({ answer }: Attempt): boolean =>
  answer !== undefined && answer.status >= 200 && answer.status < 300

export class WebhookDeliveries {
  private readonly options: WebhookDeliveryOptions
  private readonly deliveries: Deliveries

  constructor(options: WebhookDeliveryOptions) {
    this.options = options
    this.deliveries = new Deliveries({
      ...options,
      job: DELIVER_JOB,
      field: 'webhook',
      leaseSeconds: LEASE_SECONDS,
      atOnce: () => (options.isBusy() ? AT_ONCE_BUSY : AT_ONCE_NODE),
      store: { claim, renew, release },
      deliver: (webhook, turn) => this.round(webhook, turn),
    })
  }

  wake(webhook: string): boolean {
    return this.deliveries.wake(webhook)
  }

  stop(): Promise<void> {
    return this.deliveries.stop()
  }

  private async round(id: string, turn: Turn): Promise<Outcome> {
    const { lease } = turn
    const { db, clock, perMinute } = this.options
    const webhook = await readClaimed(db, id, lease)
    if (!webhook) return 'gone'
    const now = clock.now()
    const recent = webhook.recent
      .map((time) => new Date(time))
      .filter((time) => time.getTime() > now.getTime() - MINUTE_MS)
    const room = perMinute === 0 ? Number.POSITIVE_INFINITY : perMinute - recent.length
    if (room <= 0) {
      const freeAt = recent[0]!.getTime() + MINUTE_MS
      const waitSeconds = Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000))
      return { waitSeconds, seen: webhook.wanted }
    }
    const isSuspect = webhook.consecutive_failures >= SUSPECT_AFTER
    const round = new DeliveryOrder<Item, Item>(Math.min(room, isSuspect ? 1 : ROUND_MAX))
    const waiting = await listWaiting(db, id, WAITING_MAX)
    // A suspect webhook is probed with deliveries that failed before, not with new events.
    const probes = isSuspect ? waiting.filter(isProbe) : waiting
    for (const item of probes.length > 0 ? probes : waiting) round.addWaiting(item, now)
    const readsOn = waiting.length < WAITING_MAX && !(isSuspect && waiting.length > 0)
    const position = readsOn ? await this.readOn(webhook, round, now) : webhook.position
    if (
      round.waiting.length + round.fresh.length + round.parked.length === 0 &&
      position === webhook.position
    )
      return { waitSeconds: secondsUntilDue(waiting, now), seen: webhook.wanted }
    // Checked after the log was read, so every event sent happened before the right to read could have ended.
    if (!(await mayDeliver(db, id, lease, now))) return 'gone'
    const attempts = await this.attempt(webhook, [...round.waiting, ...round.fresh], turn)
    if (turn.isStopping() && attempts.some((one) => !isSuccess(one))) return { waitSeconds: 0 }
    const isOurs = await this.record(webhook, lease, { round, attempts, position, recent })
    return isOurs ? 'more' : 'gone'
  }

  /** Adds the webhook's events from the log while the round has room, and returns the position reached. */
  private async readOn(
    webhook: Claimed,
    round: DeliveryOrder<Item, Item>,
    now: Date,
  ): Promise<number> {
    const { db, eventLog, events } = this.options
    if (webhook.position >= webhook.wanted || !round.hasRoom) return webhook.position
    const stretch = { after: endOf(webhook.position), until: webhook.wanted, rows: ROWS_MAX }
    const part = await eventLog.read(db, stretch, [webhook.user_uuid])
    const wantsType = toTypeFilter(webhook.events, events())
    const who = { environment: webhook.environment, user: webhook.user_uuid }
    let position = webhook.position
    for (const event of part.events) {
      // All events of a row go into the same round, because the webhook's position lies between rows.
      if (event.position > position && !round.hasRoom) return event.position - 1
      position = event.position
      if (wantsType(event.event.type) && maySee(event, who)) round.addFresh(toItem(event, now))
    }
    return part.place.position
  }

  private async attempt(webhook: Claimed, items: readonly Item[], turn: Turn): Promise<Attempt[]> {
    const { sealer, clock } = this.options
    const { previous_secret, previous_until } = webhook
    const isGood = previous_until !== null && Date.parse(previous_until) > clock.now().getTime()
    const signing: Signing = {
      secret: sealer.open(webhook.secret),
      previous: isGood && previous_secret ? sealer.open(previous_secret) : undefined,
    }
    const attempts: Attempt[] = []
    const endsAt = performance.now() + ROUND_MS
    // Starts with few, because a receiver that has just gone down would fail all concurrent deliveries at once.
    let atOnce = AT_ONCE_FIRST
    const ours = new Semaphore(() => atOnce)
    let failures = webhook.consecutive_failures
    const isOver = () =>
      turn.isStopping() ||
      performance.now() > endsAt ||
      (failures >= SUSPECT_AFTER && attempts.length > 0)
    await runInOrder(items, (item) =>
      ours.run(async () => {
        if (isOver()) return false
        const attempt = await turn.semaphore.run(() => this.send(webhook, signing, item))
        attempts.push(attempt)
        failures = isSuccess(attempt) ? 0 : failures + 1
        atOnce = isSuccess(attempt) ? Math.min(AT_ONCE, atOnce + 1) : 1
        return isSuccess(attempt)
      }),
    )
    return attempts
  }

  private async send(webhook: Claimed, signing: Signing, item: Item): Promise<Attempt> {
    const { outbound, clock } = this.options
    const at = clock.now()
    const startedAt = performance.now()
    const ended = (answer: OutboundAnswer | undefined, error: string | undefined): Attempt => ({
      item,
      at,
      duration_ms: Math.round(performance.now() - startedAt),
      answer,
      error,
    })
    try {
      const answer = await outbound.post({
        url: webhook.url,
        body: item.payload,
        timeoutMs: webhook.timeout_seconds * 1000,
        headers: {
          ...webhook.headers,
          ...deliveryHeaders({ ...item, webhook: webhook.id, delivery: item.id, at }, signing),
        },
      })
      return ended(answer, undefined)
    } catch (error) {
      return ended(undefined, error instanceof Error ? error.message : String(error))
    }
  }

  /** Records the results of a round in one transaction; false when this node must stop working on the webhook. */
  private async record(
    webhook: Claimed,
    lease: string,
    done: {
      readonly round: DeliveryOrder<Item, Item>
      readonly attempts: readonly Attempt[]
      readonly position: number
      readonly recent: readonly Date[]
    },
  ): Promise<boolean> {
    const { db, clock, log, perMinute, keepDelivered } = this.options
    const { round, attempts, position, recent } = done
    const now = clock.now()
    const tried = new Set(attempts.map(({ item }) => item.id))
    // New deliveries that were not tried in this round are stored as waiting.
    const left = [...round.fresh, ...round.parked].filter((item) => !tried.has(item.id))
    const rows = [
      ...attempts.flatMap((attempt) => this.toRows(attempt, webhook, now)),
      ...left.map((item) => toRow(item, { status: 'pending' })),
    ]
    const successes = attempts.filter(isSuccess)
    const delivered = successes.length
    this.count(attempts.length, successes, now)
    const failures = countFailures(webhook.consecutive_failures, attempts)
    const reason =
      failures >= OFF_AFTER
        ? `${failures} deliveries in a row failed; the last: ${describe(attempts.at(-1)!)}`
        : undefined
    return db.transaction().execute(async (tx) => {
      const total = await saveProgress(tx, webhook.id, lease, {
        position,
        delivered,
        failed: attempts.length - delivered,
        consecutive_failures: failures,
        recent: perMinute === 0 ? [] : [...recent, ...attempts.map(({ at }) => at)],
        now,
      })
      if (total === undefined) return false
      await saveDeliveries(tx, webhook.id, rows, now)
      const every = trimEvery(keepDelivered)
      if (Math.floor(total / every) > Math.floor((total - delivered) / every))
        await trimDelivered(tx, webhook.id, keepDelivered)
      if (reason === undefined) return true
      await switchOff(tx, webhook.id, { reason, now })
      log.warn(
        { webhook: webhook.id, reason },
        'A webhook was switched off after too many failures in a row.',
      )
      return false
    })
  }

  private count(attempts: number, successes: readonly Attempt[], now: Date): void {
    const { counters } = this.options
    counters.count(successes.length, attempts - successes.length)
    for (const { item } of successes) {
      const seconds = (now.getTime() - readTimeOf(item.payload)) / 1_000
      if (!Number.isNaN(seconds)) counters.observeDelay(Math.max(0, seconds))
    }
  }

  /** The row of an attempt and, after a failure with attempts left, the row of the next attempt. */
  private toRows(attempt: Attempt, webhook: Claimed, now: Date): NewDelivery[] {
    const { item, answer, duration_ms } = attempt
    const { retrySeconds } = this.options
    const outcome = {
      response_status: answer?.status ?? null,
      response_headers: answer?.headers ?? null,
      response_body: answer ? storable(answer.body) : null,
      duration_ms,
    }
    if (isSuccess(attempt))
      return [toRow(item, { ...outcome, status: 'delivered', delivered_at: now })]
    const error_message = describe(attempt)
    const number = item.attempt_number
    if (number > webhook.retry_attempts)
      return [toRow(item, { ...outcome, status: 'failed', error_message })]
    const seconds = retrySeconds[Math.min(number, retrySeconds.length) - 1]!
    const next_retry_at = new Date(now.getTime() + seconds * 1000)
    const again = { ...item, id: uuidv7(now), attempt_number: number + 1 }
    return [
      toRow(item, { ...outcome, status: 'failed', error_message, next_retry_at }),
      toRow(again, { status: 'pending', next_retry_at }),
    ]
  }
}

function toItem(event: LoggedEvent, now: Date): Item {
  const envelope = toEnvelope(event)
  return {
    id: uuidv7(now),
    event_id: envelope.id,
    event_type: envelope.event_type,
    payload: toPayload(envelope),
    position: event.position,
    slot: event.slot,
    accounts: event.accounts,
    attempt_number: 1,
    next_retry_at: null,
  }
}

const untried = {
  response_status: null,
  response_headers: null,
  response_body: null,
  error_message: null,
  duration_ms: null,
  next_retry_at: null,
  delivered_at: null,
} as const

const toRow = (
  { id, event_id, event_type, payload, position, slot, accounts, attempt_number }: Item,
  outcome: Pick<NewDelivery, 'status'> & Partial<NewDelivery>,
): NewDelivery => ({
  id,
  event_id,
  event_type,
  payload,
  position,
  slot,
  accounts,
  attempt_number,
  ...untried,
  ...outcome,
})

const describe = ({ answer, error }: Attempt): string =>
  answer ? `The receiver answered ${answer.status}.` : storable(error ?? 'No answer.')

/** Removes characters that a text column cannot store: receivers may send any bytes. */
const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

function countFailures(before: number, attempts: readonly Attempt[]): number {
  let failures = before
  for (const attempt of attempts) failures = isSuccess(attempt) ? 0 : failures + 1
  return failures
}

/** Deliveries that failed before or were requested by the customer. */
const isProbe = ({ next_retry_at, position }: Item): boolean =>
  next_retry_at !== null || position === null

/** Undefined when no delivery has a retry time: blocked deliveries become due with the one that blocks them. */
function secondsUntilDue(waiting: readonly Waiting[], now: Date): number | undefined {
  const times = waiting.flatMap(({ next_retry_at }) =>
    next_retry_at === null ? [] : Date.parse(next_retry_at),
  )
  if (times.length === 0) return undefined
  return Math.max(1, Math.ceil((Math.min(...times) - now.getTime()) / 1000))
}
