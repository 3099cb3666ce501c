// The SQL of grants. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { OwnerScope } from './payments/store.ts'

export type GrantRow = Row<'interledger.grants', { limit_units: bigint; used_units: bigint }>

const toGrant = (row: Row<'interledger.grants'>): GrantRow => ({
  ...row,
  limit_units: BigInt(row.limit_units),
  used_units: BigInt(row.used_units),
})

export type NewGrant = Omit<
  GrantRow,
  'used_units' | 'status' | 'ended_at' | 'expires_at' | 'created_at'
> & { readonly expires_at: Date; readonly created_at: Date }

export async function insertGrant(tx: Db, grant: NewGrant): Promise<GrantRow> {
  const row = await tx
    .insertInto('interledger.grants')
    .values({ ...grant, limit_units: String(grant.limit_units), status: 'active' })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toGrant(row)
}

export async function lockGrant(
  tx: Db,
  which: { readonly id: string } | { readonly token_hash: Buffer },
): Promise<GrantRow | undefined> {
  if ('id' in which && !isUuid(which.id)) return undefined
  const all = tx.selectFrom('interledger.grants').selectAll().forUpdate()
  const row = await ('id' in which
    ? all.where('id', '=', which.id)
    : all.where('token_hash', '=', which.token_hash)
  ).executeTakeFirst()
  return row && toGrant(row)
}

export async function spendGrant(tx: Db, id: string, units: bigint): Promise<void> {
  await sql`
    update interledger.grants set used_units = used_units + ${String(units)}::numeric
    where id = ${id}`.execute(tx)
}

export async function endGrant(
  tx: Db,
  id: string,
  status: 'revoked' | 'expired',
  now: Date,
): Promise<GrantRow> {
  const row = await tx
    .updateTable('interledger.grants')
    .set({ status, ended_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toGrant(row)
}

/** Newest first. */
export async function listGrants(
  tx: Db,
  { environment, user_uuid }: OwnerScope,
  page: PageRequest,
) {
  const mine = tx
    .selectFrom('interledger.grants')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
  const { rows, total } = await readPage(mine.selectAll().orderBy('id', 'desc'), page)
  return { rows: rows.map(toGrant), total }
}

/** Locks the grants of a user, of both environments, that can still be used. */
export async function lockActiveGrants(tx: Db, user_uuid: string, now: Date): Promise<GrantRow[]> {
  const rows = await activeGrants(tx, user_uuid, now).selectAll().forUpdate().execute()
  return rows.map(toGrant)
}

export async function countActiveGrants(tx: Db, user_uuid: string, now: Date): Promise<number> {
  const { count } = await activeGrants(tx, user_uuid, now)
    .select((all) => all.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

const activeGrants = (tx: Db, user_uuid: string, now: Date) =>
  tx
    .selectFrom('interledger.grants')
    .where('user_uuid', '=', user_uuid)
    .where('status', '=', 'active')
    .where('expires_at', '>', now.toISOString())

/** Locks grants that are due to expire. */
export async function lockOverdueGrants(
  tx: Db,
  environment: Environment,
  now: Date,
  limit: number,
) {
  const rows = await tx
    .selectFrom('interledger.grants')
    .selectAll()
    .where('environment', '=', environment)
    .where('status', '=', 'active')
    .where('expires_at', '<=', sql<string>`${now}`)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map(toGrant)
}
