// SQL that reads the last payments to each counterparty, from the sums and from the moves that are not in them yet.
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import { NO_MERCHANT } from '../categories.ts'
import { labelAll, labelledRows } from '../sums/labelled-store.ts'
import { columns, type Scope } from '../sums/label-expressions.ts'
import type { Coverage } from '../sums/store.ts'

export interface Payee {
  readonly account_id: string
  readonly asset: string
  readonly other_account: string
  readonly merchant: string
  readonly category: string
  /** Oldest first; a day may be in two payees of the same counterparty. */
  readonly days: readonly string[]
  readonly units: readonly string[]
}

/** Payees of merchants beyond this number, those paid longest ago, are left out. */
const MERCHANTS_MAX = 2_000

/** Whether the last two distances, or the last one for a year, may be those of a recurring payment. */
const mayRecur = sql`(
  (n >= 3 and y.days[n] - y.days[n - 1] between 5 and 9 and y.days[n - 1] - y.days[n - 2] between 5 and 9)
  or (n >= 3 and y.days[n] - y.days[n - 1] between 25 and 36 and y.days[n - 1] - y.days[n - 2] between 25 and 36)
  or (n >= 2 and y.days[n] - y.days[n - 1] between 350 and 380))`

/** Candidates: merchants, counterparties paid in a rhythm, and all that were paid just now. */
export async function listPayees(
  tx: Db,
  scope: Scope,
  { summed, booked }: Coverage,
  since: string,
): Promise<Payee[]> {
  const recent = await listRecent(tx, { ...scope, books: booked })
  const { rows } = await sql<Payee>`
    select y.account_id, y.asset, y.other_account, y.merchant, y.category, y.days::text[] as days,
      y.units::text[] as units
    from unnest(${summed.map((book) => book.account.id)}::uuid[], ${summed.map((book) => book.asset)}::text[])
      as b (account_id, asset)
    join spending.payees y
      on y.view_id = ${scope.view.id} and y.account_id = b.account_id and y.asset = b.asset
    cross join lateral (select cardinality(y.days) as n) c
    where (y.days[n] >= ${since}::date and (y.merchant <> ${NO_MERCHANT} or ${mayRecur}))
      or (y.account_id, y.asset, y.other_account) in (
        select * from unnest(${recent.map((one) => one.account_id)}::uuid[],
          ${recent.map((one) => one.asset)}::text[], ${recent.map((one) => one.other_account)}::uuid[]))
    order by y.days[n] desc, y.account_id, y.other_account, y.merchant limit ${MERCHANTS_MAX}`.execute(
    tx,
  )
  return [...rows, ...recent]
}

/** The payments that are not in the sums yet. */
async function listRecent(tx: Db, scope: Scope): Promise<Payee[]> {
  if (scope.books.length === 0) return []
  const labels = await labelAll(tx, scope)
  const { rows } = await sql<Payee>`
    select account_id, asset, other_account, merchant, max(category) as category,
      array_agg(day::text order by day) as days, array_agg(units::text order by day) as units
    from (
      select s.account_id, s.asset, s.other_account, ${columns.merchant} as merchant, ${columns.utcDay} as day,
        max(${columns.category}) as category, sum(s.units) as units
      ${labelledRows(tx, scope, labels)} and s.side = 'from' and ${columns.kind} = 'counted'
      group by 1, 2, 3, 4, 5) d
    group by account_id, asset, other_account, merchant
    order by max(day) desc limit ${MERCHANTS_MAX}`.execute(tx)
  return rows
}
