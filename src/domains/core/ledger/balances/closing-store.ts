// SQL that reads many balances at many past instants: by going through the moves between, where they are few, or by
// looking each balance up, where that is less work.
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'

export interface BookName {
  readonly account: string
  readonly asset: string
}

const accountsOf = (books: readonly BookName[]) => books.map((book) => book.account)
const assetsOf = (books: readonly BookName[]) => books.map((book) => book.asset)

export interface BalanceAt extends BookName {
  /** The number of the last move by then; 0 before the first. */
  readonly seq: number
  readonly units: bigint
}

/** The balances at the end of each of these instants, which are included; by instant. */
export async function listBalancesAtEach(
  tx: Db,
  books: readonly BookName[],
  instants: readonly Date[],
): Promise<BalanceAt[][]> {
  const { rows } = await sql<BookName & { index: number; seq: string; units: string }>`
    select i.index::int as index, b.account, b.asset, at.seq, coalesce(
      (select m.from_after from ledger.moves m
       where m.from_account = b.account and m.asset = b.asset and m.from_seq = at.seq),
      (select m.to_after from ledger.moves m
       where m.to_account = b.account and m.asset = b.asset and m.to_seq = at.seq), 0) as units
    from unnest(${accountsOf(books)}::uuid[], ${assetsOf(books)}::text[]) as b (account, asset)
    cross join unnest(${instants.map((instant) => instant.toISOString())}::timestamptz[])
      with ordinality as i (instant, index)
    cross join lateral (select ledger.seq_at(b.account, b.asset, i.instant) as seq offset 0) at`.execute(
    tx,
  )
  const found: BalanceAt[][] = instants.map(() => [])
  for (const { index, seq, units, ...book } of rows)
    found[index - 1]!.push({ ...book, seq: Number(seq), units: BigInt(units) })
  return found
}

/** The last balance of each day in UTC that had a move, from the moves after and up to these numbers. */
export async function listDayClosings(
  tx: Db,
  books: readonly (BookName & { readonly after: number; readonly until: number })[],
) {
  const { rows } = await sql<BookName & { day: string; units: string }>`
    select distinct on (b.account, b.asset, day) b.account, b.asset,
      to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, m.units
    from unnest(${accountsOf(books)}::uuid[], ${assetsOf(books)}::text[],
      ${books.map((book) => book.after)}::bigint[], ${books.map((book) => book.until)}::bigint[])
      as b (account, asset, after, until)
    cross join lateral (
      select m.from_seq as seq, m.from_after as units, m.created_at from ledger.moves m
      where m.from_account = b.account and m.asset = b.asset and m.from_seq > b.after
        and m.from_seq <= b.until
      union all
      select m.to_seq, m.to_after, m.created_at from ledger.moves m
      where m.to_account = b.account and m.asset = b.asset and m.to_seq > b.after
        and m.to_seq <= b.until) m
    order by b.account, b.asset, day, m.seq desc`.execute(tx)
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}
