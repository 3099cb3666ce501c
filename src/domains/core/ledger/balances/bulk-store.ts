// SQL of the ledger for work over all accounts: the balances that bear interest or a fee, the comparison of
// balances with their moves, and the sums of reports. Balances are read in the order of their key, a chunk at
// a time, so that no statement takes long and a walk can continue where it stopped.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'

/** The balance after which a walk continues. */
export interface BookCursor {
  readonly account: string
  readonly asset: string
}

export interface BookFilter {
  readonly environment: Environment
  readonly asset: string | undefined
}

const ofCustomers = (filter: BookFilter): RawBuilder<unknown> => sql`
  from ledger.balances b join ledger.accounts a on a.id = b.account_id
  where a.environment = ${filter.environment} and a.code is null and a.status <> 'closed' and b.seq > 0
    and (${filter.asset ?? null}::text is null or b.asset = ${filter.asset ?? null})`

const after = ({ account, asset }: BookCursor): RawBuilder<unknown> =>
  sql`(b.account_id, b.asset) > (${account}::uuid, ${asset})`

/** The balance just before an instant: the one after the last move before it. */
const balanceAt = (instant: Date): RawBuilder<unknown> => sql`
  coalesce((select last.after from (
    (select from_seq as seq, from_after as after from ledger.moves
      where from_account = b.account_id and asset = b.asset and created_at < ${instant}
      order by from_seq desc limit 1)
    union all
    (select to_seq, to_after from ledger.moves
      where to_account = b.account_id and asset = b.asset and created_at < ${instant}
      order by to_seq desc limit 1)) last order by last.seq desc limit 1), 0)`

export interface InterestFilter extends BookFilter {
  /** The balances just before this instant count. */
  readonly at: Date
}

/** Customers' balances on active accounts that were positive at the instant. */
const bearingInterest = (filter: InterestFilter): RawBuilder<unknown> => sql`
  from (select b.account_id, b.asset, ${balanceAt(filter.at)} as units
    ${ofCustomers(filter)} and a.status = 'active' and a.quarantine is null) b
  where b.units > 0`

export async function listBooksWithInterest(
  tx: Db,
  filter: InterestFilter,
  cursor: BookCursor,
  limit: number,
) {
  const { rows } = await sql<{ account_id: string; asset: string; units: string }>`
    select b.account_id, b.asset, b.units ${bearingInterest(filter)} and ${after(cursor)}
    order by b.account_id, b.asset limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}

export async function countBooksWithInterest(tx: Db, filter: InterestFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${bearingInterest(filter)}`.execute(tx)
  return rows[0]!.total
}

/** Every customer's balance in the asset, whether or not it can pay. */
export async function listBooksToCharge(
  tx: Db,
  filter: BookFilter,
  cursor: BookCursor,
  limit: number,
): Promise<readonly string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select b.account_id ${ofCustomers(filter)} and ${after(cursor)}
    order by b.account_id, b.asset limit ${limit}`.execute(tx)
  return rows.map((row) => row.account_id)
}

export async function countBooksToCharge(tx: Db, filter: BookFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total ${ofCustomers(filter)}`.execute(tx)
  return rows[0]!.total
}

export interface BookCheck {
  readonly account_id: string
  readonly code: string | null
  readonly asset: string
  /** The stored balance, and the sum of its moves. */
  readonly units: bigint
  readonly moved: bigint
  /** The same at the instant: the balance after the last move before it, and the sum of the moves before it. */
  readonly units_then: bigint
  readonly moved_then: bigint
  /** The stored reserved amount, and the sum of the open holds. */
  readonly held: bigint
  readonly open: bigint
}

/** Reads a chunk of all balances together with the sums they must agree with, in one snapshot. */
export async function checkBooks(
  tx: Db,
  filter: { readonly environment: Environment; readonly at: Date },
  cursor: BookCursor,
  limit: number,
): Promise<BookCheck[]> {
  const side = (column: 'from_account' | 'to_account') => sql`
    (select coalesce(sum(units), 0) as total,
       coalesce(sum(units) filter (where created_at < ${filter.at}), 0) as before
     from ledger.moves where ${sql.ref(column)} = b.account_id and asset = b.asset)`
  const { rows } = await sql<Record<keyof BookCheck, string> & { code: string | null }>`
    select b.account_id, b.code, b.asset, b.units, b.held,
      gained.total - paid.total as moved, gained.before - paid.before as moved_then,
      ${balanceAt(filter.at)} as units_then,
      (select coalesce(sum(units - captured), 0) from ledger.holds
        where account_id = b.account_id and asset = b.asset and status = 'open') as open
    from (
      select b.account_id, a.code, b.asset, b.units, b.held
      from ledger.balances b join ledger.accounts a on a.id = b.account_id
      where a.environment = ${filter.environment} and ${after(cursor)}
      order by b.account_id, b.asset limit ${limit}) b
    cross join lateral ${side('to_account')} gained
    cross join lateral ${side('from_account')} paid
    order by b.account_id, b.asset`.execute(tx)
  return rows.map((row) => ({
    account_id: row.account_id,
    code: row.code,
    asset: row.asset,
    units: BigInt(row.units),
    moved: BigInt(row.moved),
    units_then: BigInt(row.units_then),
    moved_then: BigInt(row.moved_then),
    held: BigInt(row.held),
    open: BigInt(row.open),
  }))
}

/**
 * The units of each entry that have been reversed so far. The entries stay locked until the transaction ends,
 * so that another reversal waits and then counts this one.
 */
export async function lockReversedUnits(
  tx: Db,
  entries: readonly string[],
): Promise<Map<string, bigint>> {
  await sql`
    select 1 from ledger.moves where entry_id = any(${entries}::uuid[])
    order by entry_id, line for update`.execute(tx)
  const { rows } = await sql<{ linked_to: string; units: string }>`
    select linked_to, sum(units) as units from ledger.moves
    where link = 'reversal_of' and linked_to = any(${entries}::uuid[]) group by linked_to`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.linked_to, BigInt(row.units)]))
}

/** The sum of all customers' balances in each asset. */
export async function sumBalances(tx: Db, environment: Environment) {
  const { rows } = await sql<{ asset: string; accounts: number; units: string; held: string }>`
    select b.asset, count(*)::int as accounts, sum(b.units) as units, sum(b.held) as held
    ${ofCustomers({ environment, asset: undefined })} group by b.asset order by b.asset`.execute(tx)
  return rows
}

export async function listLargestBalances(tx: Db, environment: Environment, limit: number) {
  const { rows } = await sql<{
    account_id: string
    asset: string
    units: string
    held: string
    status: string
  }>`
    select b.account_id, b.asset, b.units, b.held, a.status
    ${ofCustomers({ environment, asset: undefined })}
    order by b.units desc, b.account_id, b.asset limit ${limit}`.execute(tx)
  return rows
}

/** The trial balance: each of the bank's own accounts by its code, and all customers as one. */
export async function listTrialBalance(tx: Db, environment: Environment) {
  const { rows } = await sql<{ account: string; asset: string; units: string }>`
    select coalesce(a.code, 'customers') as account, b.asset, sum(b.units) as units
    from ledger.balances b join ledger.accounts a on a.id = b.account_id
    where a.environment = ${environment} and b.seq > 0
    group by 1, 2 order by 2, 1`.execute(tx)
  return rows
}

export interface Day {
  readonly environment: Environment
  readonly from: Date
  readonly before: Date
}

const within = ({ environment, from, before }: Day): RawBuilder<unknown> =>
  sql`environment = ${environment} and created_at >= ${from} and created_at < ${before}`

/** The sums of a day's moves by kind and asset, and the number of accounts opened. */
export async function sumDay(tx: Db, day: Day) {
  const moves = await sql<{
    type: string
    subtype: string | null
    asset: string
    moves: number
    units: string
  }>`
    select type, subtype, asset, count(*)::int as moves, sum(units) as units
    from ledger.moves where ${within(day)}
    group by type, subtype, asset order by asset, type, subtype nulls first`.execute(tx)
  const opened = await sql<{ total: number }>`
    select count(*)::int as total from ledger.accounts where code is null and ${within(day)}`.execute(
    tx,
  )
  return { moves: moves.rows, accounts_opened: opened.rows[0]!.total }
}

/** The last moves of a day, newest first. */
export async function listDayMoves(tx: Db, day: Day, limit: number) {
  const { rows } = await sql<{
    entry_id: string
    line: number
    type: string
    subtype: string | null
    from_account: string
    to_account: string
    asset: string
    units: string
    reference: string | null
    created_at: string
  }>`
    select entry_id, line, type, subtype, from_account, to_account, asset, units, reference, created_at
    from ledger.moves where ${within(day)}
    order by created_at desc, position desc limit ${limit}`.execute(tx)
  return rows
}

/** Refreshes the statistics that the query planner uses. */
export async function analyzeLedger(tx: Db): Promise<readonly string[]> {
  const tables = ['ledger.accounts', 'ledger.balances', 'ledger.holds', 'ledger.moves']
  for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(tx)
  return tables
}
