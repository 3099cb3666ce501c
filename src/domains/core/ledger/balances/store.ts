// SQL that only reads the ledger, for the lists that other domains show.
import { sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export interface BalanceFilter {
  readonly environment: Environment
  /** Only accounts this user owns or manages. */
  readonly caller: string | undefined
  readonly asset: string | undefined
  readonly min_units: number | undefined
  readonly user_uuid: string | undefined
  readonly limit: number
}

/** The largest matching balances, and the sums over all matches. */
export async function listBalances(tx: Db, filter: BalanceFilter) {
  const { environment, caller, asset, min_units, user_uuid, limit } = filter
  const matching = sql`
    from ledger.balances b join ledger.accounts a on a.id = b.account_id
    where a.environment = ${environment} and a.code is null and a.status <> 'closed' and b.seq > 0
      and (${caller ?? null}::uuid is null or a.user_uuid = ${caller ?? null} or a.manager_uuid = ${caller ?? null})
      and (${asset ?? null}::text is null or b.asset = ${asset ?? null})
      and (${min_units ?? null}::numeric is null or b.units >= ${min_units ?? null}::numeric)
      and (${user_uuid ?? null}::uuid is null or a.user_uuid = ${user_uuid ?? null})`
  const [listed, summed] = await Promise.all([
    sql<{ account_id: string; asset: string; units: string; user_uuid: string }>`
      select b.account_id, b.asset, b.units, a.user_uuid ${matching}
      order by b.units desc, b.account_id, b.asset limit ${limit}`.execute(tx),
    sql<{ asset: string; units: string; balances: string; accounts: string }>`
      select coalesce(b.asset, '') as asset, sum(b.units) as units, count(*) as balances,
        count(distinct b.account_id) as accounts ${matching}
      group by grouping sets ((b.asset), ())`.execute(tx),
  ])
  const all = summed.rows.find((row) => row.asset === '')
  return {
    rows: listed.rows.map((row) => ({ ...row, units: BigInt(row.units) })),
    totals: summed.rows
      .filter((row) => row.asset !== '')
      .map((row) => ({ asset: row.asset, units: BigInt(row.units) })),
    total_accounts: Number(all?.accounts ?? 0),
    total_balances: Number(all?.balances ?? 0),
  }
}

/** The sum that all customers hold of an asset, and the number of accounts that hold it. */
export async function sumAsset(tx: Db, environment: Environment, asset: string) {
  const { rows } = await sql<{ accounts: number; units: string; held: string }>`
    select count(*)::int as accounts, coalesce(sum(b.units), 0) as units, coalesce(sum(b.held), 0) as held
    from ledger.balances b join ledger.accounts a on a.id = b.account_id
    where b.asset = ${asset} and a.environment = ${environment} and a.code is null
      and a.status <> 'closed' and (b.units <> 0 or b.held <> 0)`.execute(tx)
  const { accounts, units, held } = rows[0]!
  return { accounts, units: BigInt(units), held: BigInt(held) }
}

/** Whether any customer in either environment holds the asset. */
export async function isAssetHeld(tx: Db, asset: string): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select 1 from ledger.balances b join ledger.accounts a on a.id = b.account_id
      where b.asset = ${asset} and a.code is null and (b.units <> 0 or b.held <> 0)) as held`.execute(
    tx,
  )
  return rows[0]!.held
}

export type MoveRow = Omit<
  Row<
    'ledger.moves',
    { units: bigint; from_seq: number; from_after: bigint; to_seq: number; to_after: bigint }
  >,
  'position'
>

/** All moves of an entry, in order; empty when there is no such entry. */
export async function findEntry(tx: Db, entry_id: string): Promise<MoveRow[]> {
  const rows = await tx
    .selectFrom('ledger.moves')
    .selectAll()
    .where('entry_id', '=', entry_id)
    .orderBy('line')
    .execute()
  return rows.map((row) => ({
    ...row,
    units: BigInt(row.units),
    from_seq: Number(row.from_seq),
    from_after: BigInt(row.from_after),
    to_seq: Number(row.to_seq),
    to_after: BigInt(row.to_after),
  }))
}

/** The moves that reversed an entry, in full or in part, in order. */
export async function listReversingMoves(tx: Db, entry_id: string, limit: number) {
  const rows = await tx
    .selectFrom('ledger.moves')
    .select(['entry_id', 'from_account', 'to_account', 'units', 'reference', 'created_at'])
    .where('link', '=', sql.lit('reversal_of'))
    .where('linked_to', '=', entry_id)
    .orderBy('position')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}

/** Those of these ids that are entries. */
export async function findEntries(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ entry_id: string }>`
    select distinct entry_id from ledger.moves where entry_id = any(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map((row) => row.entry_id))
}
