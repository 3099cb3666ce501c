// SQL of the facts behind risk scores: first payments to a counterparty, and how busy a day was.
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import { selectMoves } from '../../../core/ledger/for-tasks.ts'
import type { MoveFilter } from '../../../core/ledger/index.ts'
import type { MatchingRow, Search } from '../store.ts'

/** The positions of the first payment from each account to each counterparty of some rows. */
export async function findFirstPayments(
  tx: Db,
  { books }: Search,
  list: readonly MatchingRow[],
): Promise<ReadonlySet<string>> {
  const others = [...new Set(list.map(({ other_account }) => other_account))]
  const all: MoveFilter = { books, from: undefined, to: undefined, side: 'from' }
  const { rows } = await sql<{ first: string }>`
    select min(s.position) as first from ${selectMoves(tx, all)} s
    where s.other_account = any(${others}::uuid[]) group by s.account_id, s.other_account`.execute(
    tx,
  )
  return new Set(rows.map(({ first }) => first))
}

/** The number of transactions of each account on each of the days of some rows, by account and day. */
export async function countOnDays(
  tx: Db,
  { books }: Search,
  list: readonly MatchingRow[],
): Promise<ReadonlyMap<string, number>> {
  const days = [...new Set(list.map(({ booked_at }) => booked_at.slice(0, 10)))].toSorted()
  if (days.length === 0) return new Map()
  const { rows } = await sql<{ account_id: string; day: string; count: string }>`
    select s.account_id, (s.booked_at at time zone 'UTC')::date as day, count(*) as count
    from ${selectMoves(tx, {
      books,
      from: new Date(`${days[0]}T00:00:00Z`),
      to: new Date(`${days.at(-1)}T23:59:59.999Z`),
      side: undefined,
    })} s
    where (s.booked_at at time zone 'UTC')::date = any(${days}::date[]) group by 1, 2`.execute(tx)
  return new Map(rows.map((row) => [`${row.account_id} ${row.day}`, Number(row.count)]))
}
