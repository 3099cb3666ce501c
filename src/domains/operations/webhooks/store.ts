// SQL of the webhooks as customers set them up. Deliveries are in delivery-store.ts.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import type { QueueScope } from '../../../operation/work-queue.ts'
import { countUpTo, type Db } from '../../../platform/database.ts'

export interface Owner {
  readonly user_uuid: string
  readonly environment: Environment
}

const columns = [
  'id',
  'url',
  'events',
  'is_active',
  'description',
  'name',
  'headers',
  'retry_attempts',
  'timeout_seconds',
  'consecutive_failures',
  'disabled_reason',
  'disabled_at',
  'last_triggered_at',
  'last_success_at',
  'last_failure_at',
  'created_at',
  'updated_at',
] as const

export interface NewWebhook extends Owner {
  readonly id: string
  readonly url: string
  readonly events: string[]
  readonly name: string | null
  readonly description: string | null
  readonly headers: Record<string, string>
  readonly is_active: boolean
  readonly retry_attempts: number
  readonly timeout_seconds: number
  readonly secret: Buffer
  readonly position: number
  readonly now: Date
}

export async function insertWebhook(tx: Db, { now, position, headers, ...webhook }: NewWebhook) {
  return tx
    .insertInto('webhooks.webhooks')
    .values({
      ...webhook,
      headers: JSON.stringify(headers),
      position: String(position),
      wanted: String(position),
      created_at: now,
      updated_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'webhooks.webhooks.headers': Readonly<Record<string, string>>
    'webhooks.deliveries.response_headers': Readonly<Record<string, string>>
  }
}

export type WebhookRow = Awaited<ReturnType<typeof insertWebhook>>

/** Serializes creations of one user, so that the limit holds. */
export async function countWebhooks(tx: Db, { user_uuid, environment }: Owner): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks/${user_uuid}`}, 0))`.execute(
    tx,
  )
  const { count } = await tx
    .selectFrom('webhooks.webhooks')
    .select((all) => all.fn.countAll<string>().as('count'))
    .where('user_uuid', '=', user_uuid)
    .where('environment', '=', environment)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function listWebhooks(tx: Db, { user_uuid, environment }: Owner) {
  return tx
    .selectFrom('webhooks.webhooks')
    .select(columns)
    .where('user_uuid', '=', user_uuid)
    .where('environment', '=', environment)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export function findWebhook(tx: Db, id: string, { user_uuid, environment }: Owner) {
  return tx
    .selectFrom('webhooks.webhooks')
    .select(columns)
    .select([
      'position',
      'wanted',
      'total_deliveries',
      'successful_deliveries',
      'failed_deliveries',
    ])
    .select((row) =>
      row
        .selectFrom('webhooks.deliveries')
        .select((all) => all.fn.countAll<string>().as('count'))
        .whereRef('webhook_id', '=', 'webhooks.webhooks.id')
        .where('status', '=', 'pending')
        .as('pending_deliveries'),
    )
    .where('id', '=', id)
    .where('user_uuid', '=', user_uuid)
    .where('environment', '=', environment)
    .executeTakeFirst()
}

/** Locks the row until the transaction ends: no concurrent change or delivery is recorded. */
export function lockWebhook(tx: Db, id: string, { user_uuid, environment }: Owner) {
  return tx
    .selectFrom('webhooks.webhooks')
    .select(columns)
    .select(['secret', 'position', 'wanted'])
    .where('id', '=', id)
    .where('user_uuid', '=', user_uuid)
    .where('environment', '=', environment)
    .forUpdate()
    .executeTakeFirst()
}

export interface WebhookChange {
  readonly url?: string | undefined
  readonly events?: string[] | undefined
  readonly name?: string | undefined
  readonly description?: string | null | undefined
  readonly headers?: Record<string, string> | undefined
  readonly retry_attempts?: number | undefined
  readonly timeout_seconds?: number | undefined
}

export async function updateWebhook(tx: Db, id: string, change: WebhookChange, now: Date) {
  const { headers, ...rest } = change
  return tx
    .updateTable('webhooks.webhooks')
    .set({
      ...rest,
      ...(headers && { headers: JSON.stringify(headers) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Switches the webhook on: it delivers events after this position. */
export async function switchOn(tx: Db, id: string, position: number): Promise<void> {
  await tx
    .updateTable('webhooks.webhooks')
    .set({
      is_active: true,
      disabled_reason: null,
      disabled_at: null,
      consecutive_failures: 0,
      position: String(position),
      wanted: String(position),
    })
    .where('id', '=', id)
    .execute()
}

/** Switches the webhook off and fails its pending deliveries; a replay can send them later. */
export async function switchOff(
  tx: Db,
  id: string,
  because: { readonly reason: string | null; readonly now: Date },
): Promise<void> {
  const { reason, now } = because
  await sql`
    update webhooks.webhooks set is_active = false, disabled_reason = ${reason},
      disabled_at = ${reason === null ? null : now}, lease = null, leased_until = null
    where id = ${id}`.execute(tx)
  await sql`
    update webhooks.deliveries set status = 'failed', next_retry_at = null, updated_at = ${now},
      error_message = 'The webhook was switched off before this was sent.'
    where webhook_id = ${id} and status = 'pending'`.execute(tx)
}

export async function deleteWebhook(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('webhooks.webhooks').where('id', '=', id).execute()
}

export async function setSecret(
  tx: Db,
  id: string,
  secrets: {
    readonly secret: Buffer
    readonly previous: Buffer
    readonly until: Date
    readonly now: Date
  },
): Promise<void> {
  await tx
    .updateTable('webhooks.webhooks')
    .set({
      secret: secrets.secret,
      previous_secret: secrets.previous,
      previous_until: secrets.until,
      updated_at: secrets.now,
    })
    .where('id', '=', id)
    .execute()
}

/** Sets the webhook back to a position. Pending deliveries after it are failed, because they will be created again. */
export async function rewind(
  tx: Db,
  id: string,
  to: { readonly position: number; readonly wanted: number; readonly now: Date },
): Promise<void> {
  await sql`
    update webhooks.webhooks
    set position = ${to.position}, wanted = greatest(wanted, ${to.wanted}), lease = null, leased_until = null
    where id = ${id}`.execute(tx)
  await sql`
    update webhooks.deliveries set status = 'failed', next_retry_at = null, updated_at = ${to.now},
      error_message = 'Sent again by a replay.'
    where webhook_id = ${id} and status = 'pending' and position > ${to.position}`.execute(tx)
}

/** Active webhooks whose last delivery failed. */
export const countFailing = (tx: Db, { environment, most }: QueueScope): Promise<number> =>
  countUpTo(
    tx,
    sql`select from webhooks.webhooks
      where environment = ${environment} and is_active and consecutive_failures > 0`,
    most,
  )

/** Their names, for operators; without one, the host that is called. */
export const findNames = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('webhooks.webhooks')
    .select([
      'id',
      sql<string>`coalesce(name, substring(url from '^https?://([^/?#:]+)'), id::text)`.as('name'),
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
