// SQL of deliveries: which webhooks have events to deliver, which node holds the lease, and the result of each attempt.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Lease } from '../../../operation/deliveries.ts'
import {
  jsonColumn,
  plainColumn,
  textColumn,
  timeColumn,
} from '../../../platform/array-literals.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

/** True when no webhook is active. */
export const NONE_ACTIVE = sql<boolean>`not exists (select from webhooks.webhooks where is_active)`

export interface Subscriber {
  readonly id: string
  readonly user_uuid: string
  readonly environment: Environment
  readonly events: string[]
}

/** The active webhooks of these users, or of all users. */
export async function listSubscribers(
  tx: Db,
  users: readonly string[] | 'all',
): Promise<Subscriber[]> {
  const whose = users === 'all' ? sql`true` : sql`user_uuid = any(${users}::uuid[])`
  const { rows } = await sql<Subscriber>`
    select id, user_uuid, environment, events from webhooks.webhooks
    where is_active and ${whose}`.execute(tx)
  return rows
}

/** The positions of the first and last event for a webhook in a part of the log. */
export interface PendingEvents {
  readonly id: string
  readonly first: number
  readonly last: number
}

/**
 * Records that webhooks have new events. An idle webhook skips the positions before its first new event. Returns the
 * webhooks that must be woken: those that were idle and have no lease, since a lease holder finds new events itself.
 */
export async function recordPendingEvents(
  tx: Db,
  news: readonly PendingEvents[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with news as (
      select * from unnest(${plainColumn(news, ({ id }) => id)}::uuid[],
        ${plainColumn(news, ({ first }) => first)}::bigint[],
        ${plainColumn(news, ({ last }) => last)}::bigint[]) as n (id, first, last)),
    locked as (
      select w.id, w.position >= w.wanted as is_idle,
        w.leased_until is null or w.leased_until < now() as is_free
      from webhooks.webhooks w where w.id in (select id from news) and w.is_active
      order by w.id for update),
    told as (
      update webhooks.webhooks w set
        position = case when locked.is_idle then greatest(w.position, news.first - 1) else w.position end,
        wanted = greatest(w.wanted, news.last)
      from news join locked using (id) where w.id = news.id)
    select id from locked where is_idle and is_free`.execute(tx)
  return rows.map((row) => row.id)
}

export interface Claimed {
  readonly id: string
  readonly user_uuid: string
  readonly environment: Environment
  readonly url: string
  readonly events: string[]
  readonly headers: Record<string, string>
  readonly retry_attempts: number
  readonly timeout_seconds: number
  readonly secret: Buffer
  readonly previous_secret: Buffer | null
  readonly previous_until: string | null
  readonly position: number
  readonly wanted: number
  readonly consecutive_failures: number
  readonly recent: readonly string[]
}

const CLAIMED = sql`id, user_uuid, environment, url, events, headers, retry_attempts, timeout_seconds, secret,
  previous_secret, previous_until, position, wanted, consecutive_failures, to_json(recent) as recent`

const toClaimed = (
  row: Omit<Claimed, 'position' | 'wanted'> & { position: string; wanted: string },
): Claimed => ({
  ...row,
  position: Number(row.position),
  wanted: Number(row.wanted),
})

type ClaimedRow = Parameters<typeof toClaimed>[0]

/** Takes the lease: while it is renewed, no other node works on the webhook. */
export async function claim(tx: Db, id: string, lease: Lease): Promise<boolean> {
  const { rows } = await sql`
    update webhooks.webhooks set lease = ${lease.id}, leased_until = now() + make_interval(secs => ${lease.seconds})
    where id = ${id} and is_active and (leased_until is null or leased_until < now())
    returning id`.execute(tx)
  return rows.length > 0
}

export async function renew(tx: Db, id: string, lease: Lease): Promise<void> {
  await sql`
    update webhooks.webhooks set leased_until = now() + make_interval(secs => ${lease.seconds})
    where id = ${id} and lease = ${lease.id}`.execute(tx)
}

/** The webhook as it is now; undefined when the lease was lost, or the webhook was switched off or deleted. */
export async function readClaimed(tx: Db, id: string, lease: string): Promise<Claimed | undefined> {
  const { rows } = await sql<ClaimedRow>`
    select ${CLAIMED} from webhooks.webhooks
    where id = ${id} and lease = ${lease} and is_active`.execute(tx)
  return rows[0] && toClaimed(rows[0])
}

/** Whether the lease still holds; if so, the row stays locked until the transaction ends. */
export async function lockClaimed(tx: Db, id: string, lease: string): Promise<boolean> {
  const { rows } = await sql`
    select id from webhooks.webhooks
    where id = ${id} and lease = ${lease} and is_active for update`.execute(tx)
  return rows.length > 0
}

/**
 * Releases the lease. `isBehind` says whether new events have arrived for the webhook. `needsTimer` says whether a job
 * must be scheduled to wake it: an earlier job that runs in time suffices, however often the lease is released.
 */
export async function release(
  tx: Db,
  id: string,
  lease: string,
  waitSeconds: number | undefined,
  seen: number | undefined,
): Promise<{ readonly isBehind: boolean; readonly needsTimer: boolean }> {
  const wakeAt = sql`now() + make_interval(secs => ${waitSeconds ?? null}::int)`
  const { rows } = await sql<{ is_behind: boolean; needs_timer: boolean }>`
    with known as (
      select id, coalesce(timer_at is null or timer_at <= now() or timer_at > ${wakeAt}, false)
        and ${waitSeconds !== undefined} as needs_timer
      from webhooks.webhooks where id = ${id} and lease = ${lease} for update)
    update webhooks.webhooks w set lease = null, leased_until = null,
      timer_at = case when known.needs_timer then ${wakeAt} else w.timer_at end
    from known where w.id = known.id
    returning w.wanted > coalesce(${seen ?? null}::bigint, w.position) as is_behind, known.needs_timer`.execute(
    tx,
  )
  const { is_behind: isBehind, needs_timer: needsTimer } = rows[0] ?? {
    is_behind: false,
    needs_timer: false,
  }
  return { isBehind, needsTimer }
}

export interface Waiting {
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly payload: string
  readonly position: number | null
  readonly slot: number | null
  readonly accounts: readonly string[]
  readonly attempt_number: number
  readonly next_retry_at: string | null
}

/** The pending deliveries in the order of the log, after those that the customer requested. */
export async function listWaiting(tx: Db, id: string, limit: number): Promise<Waiting[]> {
  const { rows } = await sql<Omit<Waiting, 'position'> & { position: string | null }>`
    select id, event_id, event_type, payload, position, slot, to_json(accounts) as accounts, attempt_number,
      next_retry_at
    from webhooks.deliveries where webhook_id = ${id} and status = 'pending'
    order by position nulls first, slot, id limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    ...row,
    position: row.position === null ? null : Number(row.position),
  }))
}

export interface NewDelivery {
  readonly id: string
  readonly event_id: string
  readonly event_type: string
  readonly payload: string
  readonly position: number | null
  readonly slot: number | null
  readonly accounts: readonly string[]
  readonly attempt_number: number
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly response_status: number | null
  readonly response_headers: Readonly<Record<string, string>> | null
  readonly response_body: string | null
  readonly error_message: string | null
  readonly duration_ms: number | null
  readonly next_retry_at: Date | null
  readonly delivered_at: Date | null
}

/** Stores new deliveries and the results of pending ones. */
export async function saveDeliveries(
  tx: Db,
  webhook: string,
  rows: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into webhooks.deliveries (webhook_id, id, event_id, event_type, payload, position, slot, accounts,
      attempt_number, status, response_status, response_headers, response_body, error_message, duration_ms,
      next_retry_at, delivered_at, created_at, updated_at)
    select ${webhook}::uuid, d.id, d.event_id, d.event_type, d.payload, d.position, d.slot, d.accounts::uuid[],
      d.attempt_number, d.status, d.response_status, d.response_headers, d.response_body, d.error_message,
      d.duration_ms, d.next_retry_at, d.delivered_at, ${now}, ${now}
    from unnest(${plainColumn(rows, (row) => row.id)}::uuid[],
      ${textColumn(rows, (row) => row.event_id)}::text[],
      ${textColumn(rows, (row) => row.event_type)}::text[],
      ${textColumn(rows, (row) => row.payload)}::text[],
      ${plainColumn(rows, (row) => row.position)}::bigint[],
      ${plainColumn(rows, (row) => row.slot)}::smallint[],
      ${textColumn(rows, (row) => `{${row.accounts.join(',')}}`)}::text[],
      ${plainColumn(rows, (row) => row.attempt_number)}::smallint[],
      ${plainColumn(rows, (row) => row.status)}::text[],
      ${plainColumn(rows, (row) => row.response_status)}::smallint[],
      ${jsonColumn(rows, (row) => row.response_headers)}::jsonb[],
      ${textColumn(rows, (row) => row.response_body)}::text[],
      ${textColumn(rows, (row) => row.error_message)}::text[],
      ${plainColumn(rows, (row) => row.duration_ms)}::integer[],
      ${timeColumn(rows, (row) => row.next_retry_at?.getTime() ?? null)}::timestamptz[],
      ${timeColumn(rows, (row) => row.delivered_at?.getTime() ?? null)}::timestamptz[])
      as d (id, event_id, event_type, payload, position, slot, accounts, attempt_number, status,
        response_status, response_headers, response_body, error_message, duration_ms, next_retry_at, delivered_at)
    on conflict (webhook_id, id) do update set status = excluded.status,
      response_status = excluded.response_status, response_headers = excluded.response_headers,
      response_body = excluded.response_body, error_message = excluded.error_message,
      duration_ms = excluded.duration_ms, next_retry_at = excluded.next_retry_at,
      delivered_at = excluded.delivered_at, updated_at = excluded.updated_at
    where deliveries.status = 'pending'`.execute(tx)
}

export interface Progress {
  readonly position: number
  readonly delivered: number
  readonly failed: number
  readonly consecutive_failures: number
  readonly recent: readonly Date[]
  readonly now: Date
}

/**
 * Returns how many deliveries have ever succeeded; undefined when the lease was lost in the meantime: then the caller
 * must not record the round.
 */
export async function saveProgress(
  tx: Db,
  id: string,
  lease: string,
  progress: Progress,
): Promise<number | undefined> {
  const { position, delivered, failed, consecutive_failures, recent, now } = progress
  const tried = delivered + failed
  const { rows } = await sql<{ successful_deliveries: string }>`
    with progressed as (
    update webhooks.webhooks set position = greatest(position, ${position}),
      total_deliveries = total_deliveries + ${tried},
      successful_deliveries = successful_deliveries + ${delivered},
      failed_deliveries = failed_deliveries + ${failed},
      consecutive_failures = ${consecutive_failures},
      recent = ${timeColumn(recent, (time) => time.getTime())}::timestamptz[],
      last_triggered_at = coalesce(${tried > 0 ? now : null}::timestamptz, last_triggered_at),
      last_success_at = coalesce(${delivered > 0 ? now : null}::timestamptz, last_success_at),
      last_failure_at = coalesce(${failed > 0 ? now : null}::timestamptz, last_failure_at)
    where id = ${id} and lease = ${lease} and is_active returning id, successful_deliveries),
    counted as (
      insert into webhooks.daily_counts as c (webhook_id, day, delivered, failed)
      select id, (${now}::timestamptz at time zone 'UTC')::date, ${delivered}::integer, ${failed}::integer
      from progressed where ${tried > 0}
      on conflict (webhook_id, day) do update set
        delivered = c.delivered + excluded.delivered, failed = c.failed + excluded.failed)
    select successful_deliveries from progressed`.execute(tx)
  return rows[0] && Number(rows[0].successful_deliveries)
}

/** The most rows that one call deletes, so that the transaction stays short: after an upgrade, there may be millions. */
const TRIMMED_MAX = 2_000

/**
 * Deletes the oldest successful deliveries of a webhook beyond the newest `keep`. Those recorded together have the same
 * time and are deleted together, so a few more may stay. Only the holder of the lease calls it.
 */
export async function trimDelivered(tx: Db, id: string, keep: number): Promise<void> {
  await sql`
    with bounds as materialized (
      select w.delivered_from as from_time, (
        select d.delivered_at from webhooks.deliveries d
        where d.webhook_id = w.id and d.status = 'delivered' and d.delivered_at >= w.delivered_from
        order by d.delivered_at desc offset ${keep - 1} limit 1) as until_time
      from webhooks.webhooks w where w.id = ${id}),
    old as materialized (
      select d.id, d.delivered_at from webhooks.deliveries d
      where d.webhook_id = ${id} and d.status = 'delivered'
        and d.delivered_at >= (select from_time from bounds)
        and d.delivered_at < (select until_time from bounds)
      order by d.delivered_at limit ${TRIMMED_MAX}),
    deleted as (
      delete from webhooks.deliveries
      where webhook_id = ${id} and id = any(array(select id from old)))
    update webhooks.webhooks w set delivered_from = last.delivered_at
    from (select max(delivered_at) as delivered_at from old) last
    where w.id = ${id} and last.delivered_at is not null`.execute(tx)
}

/** Webhooks with deliveries to make that no job will wake, and the seconds until their lease has ended. */
export async function listUnfinished(tx: Db, now: Date) {
  const { rows } = await sql<{ id: string; seconds: number }>`
    select id, greatest(0, ceil(extract(epoch from coalesce(leased_until, now()) - now())))::int as seconds
    from webhooks.webhooks w
    where is_active and (timer_at is null or timer_at <= now()) and (position < wanted or exists (
      select from webhooks.deliveries d where d.webhook_id = w.id and d.status = 'pending'
        and coalesce(d.next_retry_at, ${now}) <= ${now}))`.execute(tx)
  return rows
}

/** The days with deliveries, oldest first. */
export const listDays = (tx: Db, webhook: string, from: string, to: string) =>
  tx
    .selectFrom('webhooks.daily_counts')
    .select(['day', 'delivered', 'failed'])
    .where('webhook_id', '=', webhook)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()

const listed = [
  'id',
  'webhook_id',
  'event_id',
  'event_type',
  'payload',
  'attempt_number',
  'status',
  'response_status',
  'response_headers',
  'response_body',
  'error_message',
  'duration_ms',
  'next_retry_at',
  'delivered_at',
  'created_at',
  'updated_at',
] as const

export interface DeliveryFilter {
  readonly status?: Row<'webhooks.deliveries'>['status'] | undefined
  readonly event_type?: string | undefined
  readonly event_id?: string | undefined
}

/** Newest first. */
export function listDeliveries(tx: Db, webhook: string, filter: DeliveryFilter, page: PageRequest) {
  const { status, event_type, event_id } = filter
  let those = tx.selectFrom('webhooks.deliveries').where('webhook_id', '=', webhook)
  if (status !== undefined) those = those.where('status', '=', status)
  if (event_type !== undefined) those = those.where('event_type', '=', event_type)
  if (event_id !== undefined) those = those.where('event_id', '=', event_id)
  return readPage(those.select(listed).orderBy('id', 'desc'), page)
}

export function findDelivery(tx: Db, webhook: string, id: string) {
  return tx
    .selectFrom('webhooks.deliveries')
    .select([...listed, 'position', 'slot'])
    .where('webhook_id', '=', webhook)
    .where('id', '=', id)
    .executeTakeFirst()
}

export type DeliveryRow = Omit<
  NonNullable<Awaited<ReturnType<typeof findDelivery>>>,
  'position' | 'slot'
>
