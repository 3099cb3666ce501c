// SQL of merchants. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type MerchantRow = Row<'mobile.merchants'>

export const findMerchant = (
  tx: Db,
  id: string,
  environment: Environment,
): Promise<MerchantRow | undefined> =>
  tx
    .selectFrom('mobile.merchants')
    .selectAll()
    .where('id', '=', id)
    .where('environment', '=', environment)
    .executeTakeFirst()

export async function findMerchants(
  tx: Db,
  ids: readonly string[],
): Promise<Map<string, MerchantRow>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('mobile.merchants')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

export interface MerchantOwner {
  readonly environment: Environment
  readonly user_uuid: string
}

/** Counts under a lock that lasts until the transaction ends. */
export async function countMerchants(
  tx: Db,
  { environment, user_uuid }: MerchantOwner,
): Promise<number> {
  const name = `mobile.merchants/${environment}/${user_uuid}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from mobile.merchants
    where environment = ${environment} and user_uuid = ${user_uuid}`.execute(tx)
  return rows[0]!.total
}

export type NewMerchant = Omit<MerchantRow, 'created_at' | 'updated_at'> & {
  readonly created_at: Date
}

export const insertMerchant = (tx: Db, row: NewMerchant): Promise<MerchantRow> =>
  tx
    .insertInto('mobile.merchants')
    .values({ ...row, updated_at: row.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

export type MerchantChange = Partial<
  Pick<
    MerchantRow,
    'display_name' | 'icon_url' | 'account_uuid' | 'assets' | 'networks' | 'is_open'
  >
>

/** Undefined if the merchant has another owner. */
export const updateMerchant = (
  tx: Db,
  id: string,
  { environment, user_uuid }: MerchantOwner,
  change: MerchantChange,
  now: Date,
): Promise<MerchantRow | undefined> =>
  tx
    .updateTable('mobile.merchants')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .returningAll()
    .executeTakeFirst()

export const listMerchants = (
  tx: Db,
  { environment, user_uuid }: MerchantOwner,
  page: PageRequest,
) =>
  readPage(
    tx
      .selectFrom('mobile.merchants')
      .selectAll()
      .where('environment', '=', environment)
      .where('user_uuid', '=', user_uuid)
      .orderBy('id'),
    page,
  )
