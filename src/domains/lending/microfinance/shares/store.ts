// All SQL of share accounts and dividends. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type ShareRow = Row<'microfinance.share_accounts'>
export type MovementRow = Row<'microfinance.share_movements'>

export type NewShareAccount = Pick<
  ShareRow,
  'uuid' | 'environment' | 'user_uuid' | 'group_uuid' | 'asset' | 'status'
> & { readonly nominal: bigint; readonly created_at: Date }

/** Undefined when the user has an open account for this group and currency. */
export const insertShareAccount = (
  tx: Db,
  { nominal, ...account }: NewShareAccount,
): Promise<ShareRow | undefined> =>
  tx
    .insertInto('microfinance.share_accounts')
    .values({ ...account, nominal: String(nominal), last_moved_at: account.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const findOpenShareAccount = (
  tx: Db,
  which: Pick<ShareRow, 'environment' | 'user_uuid' | 'group_uuid' | 'asset'>,
): Promise<ShareRow | undefined> =>
  tx
    .selectFrom('microfinance.share_accounts')
    .selectAll()
    .where('environment', '=', which.environment)
    .where('user_uuid', '=', which.user_uuid)
    .where('group_uuid', 'is not distinct from', which.group_uuid)
    .where('asset', '=', which.asset)
    .where('status', '<>', 'closed')
    .executeTakeFirst()

export const findShareAccount = (tx: Db, uuid: string): Promise<ShareRow | undefined> =>
  tx
    .selectFrom('microfinance.share_accounts')
    .selectAll()
    .where('uuid', '=', uuid)
    .executeTakeFirst()

/** The lock makes movements of one account happen one after another. */
export const lockShareAccount = (tx: Db, uuid: string): Promise<ShareRow | undefined> =>
  tx
    .selectFrom('microfinance.share_accounts')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst()

export const updateShareAccount = (
  tx: Db,
  uuid: string,
  {
    dividends,
    ...change
  }: Partial<Pick<ShareRow, 'shares' | 'status'>> & {
    readonly dividends?: bigint
    readonly last_moved_at?: Date
    readonly closed_at?: Date
  },
): Promise<ShareRow> =>
  tx
    .updateTable('microfinance.share_accounts')
    .set({ ...change, ...(dividends !== undefined && { dividends: String(dividends) }) })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest first. */
export const listShareAccounts = (
  tx: Db,
  which: { readonly environment: Environment; readonly viewer: string | undefined },
  page: PageRequest,
) => {
  const all = tx
    .selectFrom('microfinance.share_accounts')
    .selectAll()
    .where('environment', '=', which.environment)
    .orderBy('uuid', 'desc')
  return readPage(
    which.viewer === undefined ? all : all.where('user_uuid', '=', which.viewer),
    page,
  )
}

/** The open accounts of a group, in one order, so that two dividends do not deadlock. */
export const lockOpenAccounts = (tx: Db, group_uuid: string, asset: string): Promise<ShareRow[]> =>
  tx
    .selectFrom('microfinance.share_accounts')
    .selectAll()
    .where('group_uuid', '=', group_uuid)
    .where('asset', '=', asset)
    .where('status', '<>', 'closed')
    .orderBy('uuid')
    .forUpdate()
    .execute()

/** When the first share of a group was bought, and when its last dividend was declared. */
export async function findPeriod(
  tx: Db,
  group_uuid: string,
  asset: string,
): Promise<{ readonly first: Date | undefined; readonly last: Date | undefined }> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select
      (select min(m.created_at) from microfinance.share_movements m
        join microfinance.share_accounts a on a.uuid = m.share_account_uuid
        where a.group_uuid = ${group_uuid} and a.asset = ${asset} and m.type = 'purchase') as first,
      (select max(created_at) from microfinance.dividends
        where group_uuid = ${group_uuid} and asset = ${asset}) as last`.execute(tx)
  const { first, last } = rows[0]!
  return { first: toDate(first), last: toDate(last) }
}

const toDate = (text: string | null): Date | undefined =>
  text === null ? undefined : new Date(text)

/**
 * For each account of a group, the share-milliseconds since an instant for which the shares that it has now were not
 * there yet, less those of shares that it has no more.
 */
export async function sumUnheldTime(
  tx: Db,
  group_uuid: string,
  asset: string,
  since: Date,
): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ uuid: string; missed: string }>`
    select m.share_account_uuid as uuid,
      sum((case m.type when 'purchase' then m.shares else -m.shares end)
        * (extract(epoch from m.created_at - ${since}::timestamptz) * 1000)::bigint)::bigint as missed
    from microfinance.share_movements m
    join microfinance.share_accounts a on a.uuid = m.share_account_uuid
    where a.group_uuid = ${group_uuid} and a.asset = ${asset}
      and m.type in ('purchase', 'redemption') and m.created_at > ${since}
    group by m.share_account_uuid`.execute(tx)
  return new Map(rows.map(({ uuid, missed }) => [uuid, BigInt(missed)]))
}

export const insertMovements = async (
  tx: Db,
  movements: readonly (Pick<
    MovementRow,
    'uuid' | 'share_account_uuid' | 'type' | 'shares' | 'entry_id'
  > & { readonly units: bigint; readonly created_at: Date })[],
): Promise<void> => {
  await tx
    .insertInto('microfinance.share_movements')
    .values(movements.map(({ units, ...one }) => ({ ...one, units: String(units) })))
    .execute()
}

/** The newest first. */
export const listMovements = (tx: Db, share_account_uuid: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('microfinance.share_movements')
      .selectAll()
      .where('share_account_uuid', '=', share_account_uuid)
      .orderBy('uuid', 'desc'),
    page,
  )

export const insertDividend = (
  tx: Db,
  dividend: Pick<
    Row<'microfinance.dividends'>,
    'uuid' | 'group_uuid' | 'asset' | 'entry_id' | 'declared_by'
  > & { readonly per_share: bigint; readonly total: bigint; readonly created_at: Date },
): Promise<Row<'microfinance.dividends'>> =>
  tx
    .insertInto('microfinance.dividends')
    .values({
      ...dividend,
      per_share: String(dividend.per_share),
      total: String(dividend.total),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** Active accounts without a movement since then. */
export async function lockIdleAccounts(
  tx: Db,
  which: { readonly environment: Environment; readonly before: Date; readonly limit: number },
): Promise<ShareRow[]> {
  const { rows } = await sql<ShareRow>`
    select * from microfinance.share_accounts
    where status = 'active' and environment = ${which.environment} and last_moved_at <= ${which.before}
    order by last_moved_at, uuid limit ${which.limit} for update skip locked`.execute(tx)
  return rows
}
