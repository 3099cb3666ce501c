// The rules of webhooks: ownership, permitted addresses and headers, secrets, and sending events again on request.
import { dayOf } from '../../../kernel/days.ts'
import { DAY_MS } from '../../../kernel/durations.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { uuidv7, isUuid } from '../../../kernel/uuid.ts'
import { ownerOf } from '../../../operation/caller.ts'
import { checkCursorIn } from '../../../operation/epochs.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import { categoryOf, type EventDef } from '../../../operation/event.ts'
import { findUnknown } from '../../../operation/event-filter.ts'
import { redact } from '../../../operation/envelope.ts'
import { endOf, type EventLog, readEventId, toEventId } from '../../../operation/event-log.ts'
import { readNewestPosition } from '../../../operation/log-store.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbound } from '../../../platform/outbound-http.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { randomText } from '../../../platform/secrets.ts'
import { deleteDelegated, issueRight } from '../../people/identity/index.ts'
import * as deliveries from './delivery-store.ts'
import { DELIVER_JOB } from './dispatcher.ts'
import { TooManyWebhooks, WebhookInactive } from './errors.ts'
import { withSuspension } from './suspension.ts'
import * as store from './store.ts'

export interface ServiceOptions {
  readonly eventLog: EventLog
  readonly outbound: Outbound
  readonly sealer: Sealer
  readonly jobs: Jobs
  readonly events: () => readonly EventDef[]
}

export interface Settings {
  readonly name?: string
  readonly description?: string | null
  readonly headers?: Record<string, string>
  readonly is_active?: boolean
  readonly active?: boolean
  readonly retry_attempts?: number
  readonly timeout_seconds?: number
}

export interface CreateRequest extends Settings {
  readonly url: string
  readonly events: string[]
  readonly secret?: string
}

export const WEBHOOKS_MAX = 100
const HEADERS_MAX = 20
const OVERLAP_SECONDS = 86_400
const SECRET_LENGTH = 40

/** Ties the webhook to the caller's credential: the webhook stops when that credential ends. */
const issueWebhook = (id: string, ctx: Context): Promise<void> =>
  issueRight({ ...ownerOf(ctx), id, kind: 'webhook' }, ctx)

/** Webhooks of other users are not found. */
async function getLocked(id: string, ctx: Context) {
  const found = isUuid(id) ? await store.lockWebhook(ctx.tx, id, ownerOf(ctx)) : undefined
  if (!found) throw NotFound({ what: 'webhook', id })
  return (await withSuspension([found], ctx.tx))[0]!
}

export async function getWebhook(id: string, ctx: Context) {
  const found = isUuid(id) ? await store.findWebhook(ctx.tx, id, ownerOf(ctx)) : undefined
  if (!found) throw NotFound({ what: 'webhook', id })
  return (await withSuspension([found], ctx.tx))[0]!
}

export const listWebhooks = async (ctx: Context) =>
  withSuspension(await store.listWebhooks(ctx.tx, ownerOf(ctx)), ctx.tx)

export function listCatalogue(events: readonly EventDef[]): Record<string, string[]> {
  const groups = Map.groupBy(events, categoryOf)
  return Object.fromEntries(
    [...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([group, defs]) => [group, [...new Set(defs.map((def) => def.type))]]),
  )
}

async function checkRequest(
  request: Settings & { readonly url?: string; readonly events?: readonly string[] },
  { outbound, events }: ServiceOptions,
): Promise<void> {
  const unknown = request.events ? findUnknown(request.events, events()) : []
  if (unknown.length > 0) throw Invalid({ errors: { events: unknown } })
  const fault = request.headers && findHeaderFault(request.headers)
  if (fault !== undefined) throw Invalid({ errors: { headers: [fault] } })
  if (request.is_active !== undefined && request.active === !request.is_active)
    throw Invalid({
      errors: {
        active: [
          'The active field is an older name of is_active; send only one of them, or the same value in both.',
        ],
      },
    })
  const lead = request.url === undefined ? undefined : await outbound.findFault(request.url)
  if (lead !== undefined) throw Invalid({ errors: { url: [`The url cannot be used. ${lead}`] } })
}

const OUR_HEADERS =
  /^(host|connection|content-length|content-type|transfer-encoding|upgrade|te|trailer|expect|keep-alive|proxy-.*|user-agent|x-florin-.*|x-webhook-.*|webhook-(id|timestamp|signature))$/i

function findHeaderFault(headers: Readonly<Record<string, string>>): string | undefined {
  const names = Object.keys(headers)
  if (names.length > HEADERS_MAX)
    return `There may be at most ${HEADERS_MAX} headers, and there are ${names.length}.`
  for (const name of names) {
    if (!/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) return `"${name}" is not a valid header name.`
    if (OUR_HEADERS.test(name))
      return `The header ${name} is set by the bank and cannot be changed.`
    if (!/^[\t\x20-\x7e]*$/.test(headers[name]!))
      return `The value of the header ${name} must be printable ASCII.`
  }
  return undefined
}

export async function createWebhook(
  request: CreateRequest,
  ctx: Context,
  options: ServiceOptions,
): Promise<{ readonly row: store.WebhookRow; readonly secret: string }> {
  await checkRequest(request, options)
  const owner = ownerOf(ctx)
  if ((await store.countWebhooks(ctx.tx, owner)) >= WEBHOOKS_MAX)
    throw TooManyWebhooks({ limit: WEBHOOKS_MAX })
  const secret = request.secret ?? newSecret()
  const row = await store.insertWebhook(ctx.tx, {
    ...owner,
    id: uuidv7(ctx.now),
    url: request.url,
    events: [...new Set(request.events)],
    name: request.name ?? null,
    description: request.description ?? null,
    headers: request.headers ?? {},
    is_active: request.is_active ?? request.active ?? true,
    retry_attempts: request.retry_attempts ?? 3,
    timeout_seconds: request.timeout_seconds ?? 30,
    secret: options.sealer.seal(secret),
    position: await readNewestPosition(ctx.tx),
    now: ctx.now,
  })
  await issueWebhook(row.id, ctx)
  return { row, secret }
}

/** A Base64 text, so that libraries of Standard Webhooks take the secret as it is. */
const newSecret = (): string => `whsec_${randomText(SECRET_LENGTH)}`

export async function updateWebhook(
  id: string,
  request: Settings & { readonly url?: string; readonly events?: string[] },
  ctx: Context,
  options: ServiceOptions,
): Promise<store.WebhookRow> {
  await checkRequest(request, options)
  const webhook = await getLocked(id, ctx)
  const asked = request.is_active ?? request.active
  const is_active = asked ?? webhook.is_active
  const isWoken = is_active && !webhook.is_active
  if (isWoken) await store.switchOn(ctx.tx, webhook.id, await readNewestPosition(ctx.tx))
  if (!is_active && (webhook.is_active || webhook.isSuspended)) {
    const reason = asked === undefined ? webhook.disabled_reason : null
    await store.switchOff(ctx.tx, webhook.id, { reason, now: ctx.now })
  }
  const { url, events, name, description, headers, retry_attempts, timeout_seconds } = request
  // Changing what is sent, or where, ties the webhook to this caller's credential; changing a name does not.
  if (isWoken || url !== undefined || events !== undefined || headers !== undefined)
    await issueWebhook(webhook.id, ctx)
  return store.updateWebhook(
    ctx.tx,
    webhook.id,
    { url, events, name, description, headers, retry_attempts, timeout_seconds },
    ctx.now,
  )
}

export async function deleteWebhook(id: string, ctx: Context): Promise<void> {
  const webhook = await getLocked(id, ctx)
  await store.deleteWebhook(ctx.tx, webhook.id)
  await deleteDelegated(ctx.tx, webhook.id)
}

export async function rotateSecret(
  id: string,
  request: { readonly secret?: string; readonly overlap_seconds?: number },
  ctx: Context,
  { sealer }: ServiceOptions,
) {
  const webhook = await getLocked(id, ctx)
  // The caller learns the secret, so the webhook is tied to their credential; a suspended one resumes from now on.
  await issueWebhook(webhook.id, ctx)
  if (webhook.isSuspended)
    await store.switchOn(ctx.tx, webhook.id, await readNewestPosition(ctx.tx))
  const secret = request.secret ?? newSecret()
  const overlap = request.overlap_seconds ?? OVERLAP_SECONDS
  const until = new Date(ctx.now.getTime() + overlap * 1000)
  await store.setSecret(ctx.tx, webhook.id, {
    secret: sealer.seal(secret),
    previous: webhook.secret,
    until,
    now: ctx.now,
  })
  return {
    id: webhook.id,
    secret,
    previous_secret_valid_until: overlap === 0 ? null : until.toISOString(),
  }
}

export async function sendTest(
  id: string,
  request: { readonly event_type: string; readonly data?: Record<string, unknown> },
  ctx: Context,
  options: ServiceOptions,
): Promise<deliveries.DeliveryRow> {
  const webhook = await getLocked(id, ctx)
  const isKnown = options.events().some((event) => event.type === request.event_type)
  if (!isKnown)
    throw Invalid({
      errors: {
        event_type: [
          `There is no event "${request.event_type}"; GET /api/v2/webhooks/events lists all.`,
        ],
      },
    })
  const event_id = `evt_test_${uuidv7(ctx.now).replaceAll('-', '')}`
  const data = redact(request.data ?? { message: 'This is a test delivery from Florin.' })
  const { event_type } = request
  const payload = JSON.stringify({
    event_type,
    data,
    id: event_id,
    created_at: ctx.now.toISOString(),
  })
  return queue(webhook, { event_id, event_type, payload, attempt_number: 1 }, ctx, options)
}

export async function redeliver(
  id: string,
  deliveryId: string,
  ctx: Context,
  options: ServiceOptions,
): Promise<deliveries.DeliveryRow> {
  const webhook = await getLocked(id, ctx)
  const delivery = await getDelivery(webhook.id, deliveryId, ctx)
  const { event_id, event_type, payload } = delivery
  const attempt_number = delivery.attempt_number + 1
  return queue(webhook, { event_id, event_type, payload, attempt_number }, ctx, options)
}

/** Queues a delivery that is not held back by waiting ones. */
async function queue(
  webhook: { readonly id: string; readonly is_active: boolean },
  what: Pick<deliveries.NewDelivery, 'event_id' | 'event_type' | 'payload' | 'attempt_number'>,
  ctx: Context,
  { jobs }: ServiceOptions,
): Promise<deliveries.DeliveryRow> {
  if (!webhook.is_active) throw WebhookInactive({})
  const id = uuidv7(ctx.now)
  const delivery: deliveries.NewDelivery = {
    ...what,
    id,
    position: null,
    slot: null,
    accounts: [],
    status: 'pending',
    response_status: null,
    response_headers: null,
    response_body: null,
    error_message: null,
    duration_ms: null,
    next_retry_at: null,
    delivered_at: null,
  }
  await deliveries.saveDeliveries(ctx.tx, webhook.id, [delivery], ctx.now)
  await jobs.send(ctx.tx, DELIVER_JOB, { webhook: webhook.id })
  return (await deliveries.findDelivery(ctx.tx, webhook.id, id))!
}

export interface DeliveryListRequest extends Omit<deliveries.DeliveryFilter, 'status'> {
  /** "success" means the same as "delivered". */
  readonly status?: deliveries.DeliveryRow['status'] | 'success'
}

export async function listDeliveries(
  id: string,
  { status, ...filter }: DeliveryListRequest,
  page: PageRequest,
  ctx: Context,
) {
  const webhook = await getWebhook(id, ctx)
  const wanted = { ...filter, status: status === 'success' ? 'delivered' : status }
  return deliveries.listDeliveries(ctx.tx, webhook.id, wanted, page)
}

/** Every day of the period, also those without deliveries, oldest first. */
export async function listDays(id: string, days: number, ctx: Context) {
  const webhook = await getWebhook(id, ctx)
  const wanted = Array.from({ length: days }, (_, ago) =>
    dayOf(new Date(ctx.now.getTime() - (days - 1 - ago) * DAY_MS)),
  )
  const rows = await deliveries.listDays(ctx.tx, webhook.id, wanted[0]!, wanted.at(-1)!)
  const counted = new Map(rows.map((row) => [row.day, row]))
  return wanted.map((day) => {
    const { delivered = 0, failed = 0 } = counted.get(day) ?? {}
    return { date: day, delivered, failed }
  })
}

export async function getDelivery(webhook: string, id: string, ctx: Context) {
  const found = isUuid(id) ? await deliveries.findDelivery(ctx.tx, webhook, id) : undefined
  if (!found) throw NotFound({ what: 'delivery', id })
  return found
}

/** Sends events again, starting with an event (included) or at a time. */
export async function replay(
  id: string,
  request: { readonly from_event_id?: string; readonly from_time?: string },
  ctx: Context,
  { eventLog, jobs }: ServiceOptions,
) {
  const webhook = await getLocked(id, ctx)
  if (!webhook.is_active) throw WebhookInactive({})
  const { from_event_id, from_time } = request
  if ((from_event_id === undefined) === (from_time === undefined))
    throw Invalid({
      errors: {
        from_event_id: ['Send exactly one of from_event_id and from_time to say where to begin.'],
      },
    })
  const newest = await readNewestPosition(ctx.tx)
  const position =
    from_event_id === undefined
      ? (await eventLog.findPlaceAt(ctx.tx, new Date(from_time!), newest)).position
      : await readStart(from_event_id, ctx)
  await store.rewind(ctx.tx, webhook.id, { position, wanted: newest, now: ctx.now })
  await jobs.send(ctx.tx, DELIVER_JOB, { webhook: webhook.id })
  return { id: webhook.id, after_event_id: position === 0 ? null : toEventId(endOf(position)) }
}

async function readStart(id: string, { tx }: Context): Promise<number> {
  const place = readEventId(id)
  if (!place || place.position === 0)
    throw Invalid({ errors: { from_event_id: ['There is no event with this id.'] } })
  await checkCursorIn(tx, place)
  return place.position - 1
}
