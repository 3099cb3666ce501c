// All SQL of the schema `api_keys`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

export type KeyRow = Row<'api_keys.keys'>

/** The keys of one user in some environments. */
export interface KeyFilter {
  readonly user_uuid: string
  readonly environments: readonly Environment[]
}

const selectKeys = (tx: Db, { user_uuid, environments }: KeyFilter) =>
  tx
    .selectFrom('api_keys.keys')
    .selectAll()
    .where('user_uuid', '=', user_uuid)
    .where('environment', 'in', environments)

export const findKey = async (tx: Db, filter: KeyFilter, uuid: string) =>
  isUuid(uuid) ? selectKeys(tx, filter).where('uuid', '=', uuid).executeTakeFirst() : undefined

export const listKeys = (tx: Db, filter: KeyFilter, page: PageRequest) =>
  readPage(selectKeys(tx, filter).orderBy('created_at', 'desc').orderBy('uuid', 'desc'), page)

export interface NewKey {
  readonly uuid: string
  readonly user_uuid: string
  readonly credential_hash: Buffer
  readonly name: string
  readonly description: string | null
  readonly key_prefix: string
  readonly permissions: string[]
  readonly environment: Environment
  readonly allowed_ips: string[] | null
  readonly expires_at: Date | string | null
  readonly created_at: Date
}

export const insertKey = (tx: Db, key: NewKey): Promise<KeyRow> =>
  tx
    .insertInto('api_keys.keys')
    .values({ ...key, updated_at: key.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

export interface KeyChange {
  readonly name?: string
  readonly description?: string | null
  readonly permissions?: string[]
  readonly allowed_ips?: string[] | null
  readonly expires_at?: Date | string | null
  readonly is_active?: boolean
}

/** Undefined when the key was revoked meanwhile. */
export const updateActiveKey = (tx: Db, uuid: string, change: KeyChange, now: Date) =>
  tx
    .updateTable('api_keys.keys')
    .set({ ...change, updated_at: now })
    .where('uuid', '=', uuid)
    .where('is_active', '=', true)
    .returningAll()
    .executeTakeFirst()

/** Days are UTC days. */
export async function readStatistics(tx: Db, key_uuid: string, now: Date) {
  const { rows } = await sql<{
    today: string
    month: string
    week: string
    week_errors: string
    week_ms: number
  }>`
    with days as (
      select *, ${now}::timestamptz at time zone 'UTC' as now from api_keys.usage
      where key_uuid = ${key_uuid})
    select
      coalesce(sum(requests) filter (where day = now::date), 0)::text as today,
      coalesce(sum(requests) filter (where day >= date_trunc('month', now)), 0)::text as month,
      coalesce(sum(requests) filter (where day > now::date - 7), 0)::text as week,
      coalesce(sum(errors) filter (where day > now::date - 7), 0)::text as week_errors,
      coalesce(sum(duration_ms_total) filter (where day > now::date - 7), 0) as week_ms
    from days`.execute(tx)
  return rows[0]!
}

export const listRequests = (tx: Db, key_uuid: string, limit: number) =>
  tx
    .selectFrom('api_keys.requests')
    .selectAll()
    .where('key_uuid', '=', key_uuid)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

export interface UsageDelta {
  readonly key_uuid: string
  readonly day: string
  readonly requests: number
  readonly errors: number
  readonly duration_ms_total: number
  readonly last_used_at: Date
  readonly last_used_ip: string
}

export async function addUsage(tx: Db, deltas: readonly UsageDelta[]): Promise<void> {
  await tx
    .insertInto('api_keys.usage')
    .values(deltas.map(({ last_used_at: _at, last_used_ip: _ip, ...row }) => row))
    .onConflict((conflict) =>
      conflict.columns(['key_uuid', 'day']).doUpdateSet((eb) => ({
        requests: eb('api_keys.usage.requests', '+', eb.ref('excluded.requests')),
        errors: eb('api_keys.usage.errors', '+', eb.ref('excluded.errors')),
        duration_ms_total: eb(
          'api_keys.usage.duration_ms_total',
          '+',
          eb.ref('excluded.duration_ms_total'),
        ),
      })),
    )
    .execute()
  for (const delta of deltas) {
    await tx
      .updateTable('api_keys.keys')
      .set((eb) => ({
        request_count: eb('request_count', '+', String(delta.requests)),
        // Nodes write their counts in any order.
        last_used_at: sql<string>`greatest(last_used_at, ${delta.last_used_at})`,
        last_used_ip: sql<string>`
          case when last_used_at > ${delta.last_used_at} then last_used_ip else ${delta.last_used_ip} end`,
      }))
      .where('uuid', '=', delta.key_uuid)
      .execute()
  }
}

export type RequestRow = Row<'api_keys.requests', { created_at: Date }>

/** Adds requests, and deletes all but the newest `kept` of each key. */
export async function addRequests(
  tx: Db,
  rows: readonly RequestRow[],
  kept: number,
): Promise<void> {
  await tx
    .insertInto('api_keys.requests')
    .values([...rows])
    .execute()
  const keys = [...new Set(rows.map((row) => row.key_uuid))]
  await sql`
    delete from api_keys.requests where id in (
      select id from (
        select id, row_number() over (partition by key_uuid order by created_at desc, id desc) as n
        from api_keys.requests where key_uuid = any(${keys}::uuid[])) as numbered
      where n > ${kept})`.execute(tx)
}

/** Their names, for operators. */
export const findNames = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('api_keys.keys')
    .select(['uuid as id', 'name as name'])
    .where('uuid', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
