// SQL that only reads the ledger, for the lists that other domains show.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, pageClause } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import { TRANSFER_PURPOSE } from './ids.ts'

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

/** Those of these ids that are entries. */
export async function findEntries(tx: Db, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ entry_id: string }>`
    select distinct entry_id from ledger.moves where entry_id = any(${ids}::uuid[])`.execute(tx)
  return new Set(rows.map((row) => row.entry_id))
}

/** A transfer of an account: an entry, or a hold that is pending or failed. */
export type TransferRow = Pick<
  Row<'ledger.moves'>,
  'from_account' | 'to_account' | 'asset' | 'units' | 'reference' | 'metadata' | 'link'
> & {
  readonly id: string
  readonly fee: string
  readonly status: 'pending' | 'completed' | 'failed'
  readonly reason: string | null
  readonly completed_at: string | null
}

/**
 * A page of transfers, the last completed or failed first. The moves of a balance are numbered in the order
 * of time, so the newest are found by number, and only those up to this page are read.
 */
export async function listTransferRows(tx: Db, account: string, page: PageRequest) {
  const until = page.page * page.per_page
  const side = (column: 'from' | 'to') => {
    const account_column = sql.ref(`m.${column}_account`)
    return sql`
      (select m.entry_id as id, m.from_account, m.to_account, m.asset, m.units, m.reference, m.metadata,
         m.link, m.created_at
       from ledger.moves m
       where ${account_column} = b.account_id and m.asset = b.asset
         and m.type = 'transfer' and m.subtype is null and m.line = 0
       order by ${sql.ref(`m.${column}_seq`)} desc limit ${until})`
  }
  const waiting = sql`purpose = ${TRANSFER_PURPOSE} and status <> 'captured'
    and (account_id = ${account} or to_account = ${account})`
  const { rows } = await sql<TransferRow>`
    with entries as (
      select side.* from ledger.balances b
      cross join lateral (${side('from')} union all ${side('to')}) side
      where b.account_id = ${account})
    select e.id, e.from_account, e.to_account, e.asset, e.units, e.reference, e.metadata,
      'completed' as status, null as reason, e.link, e.created_at as completed_at, e.created_at as at,
      coalesce((select sum(units) from ledger.moves f
        where f.entry_id = e.id and f.subtype = 'fee'), 0) as fee
    from entries e
    union all
    select id, account_id, to_account, asset, units - fee, reference, metadata,
      case status when 'open' then 'pending' else 'failed' end, reason, 'capture_of', null,
      coalesce(closed_at, created_at), fee
    from ledger.holds where ${waiting}
    order by at desc, id desc ${pageClause(page)}`.execute(tx)
  const { rows: counted } = await sql<{ total: string }>`
    select (select count(*) from ledger.moves where from_account = ${account} and ${isTransfer})
      + (select count(*) from ledger.moves where to_account = ${account} and ${isTransfer})
      + (select count(*) from ledger.holds where ${waiting}) as total`.execute(tx)
  return { rows, total: Number(counted[0]!.total) }
}

const isTransfer = sql`type = 'transfer' and subtype is null and line = 0`
