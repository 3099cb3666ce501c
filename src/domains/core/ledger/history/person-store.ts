// SQL that reads the moves and holds of one user's log. The texts are fixed, and one statement serves several callers.
import { sql } from 'kysely'
import { batchRequests } from '../../../../platform/batch-reader.ts'
import { type Db, runFixed } from '../../../../platform/database.ts'
import { USER_RANGES, sharedRanges } from '../../../../operation/log-store.ts'
import { TRANSFER_PURPOSE } from '../ids.ts'
import {
  type HoldLogRow,
  holdLog,
  type MoveLogRow,
  moveLog,
  movesOf,
  type Owners,
} from './log-store.ts'

/** The ids of all accounts that `k.person` owns or manages. */
export const OWNER_ACCOUNTS = sql`
  select id from ledger.accounts where user_uuid = k.person
  union select id from ledger.accounts where manager_uuid = k.person`

/** Whether `k.person` owns or manages one of two accounts; evaluated per row, so that a list ends when it is full. */
export const isOwnersAccount = (...columns: readonly [string, string]) => sql`exists (
  select from ledger.accounts a where a.id in (${sql.ref(columns[0])}, ${sql.ref(columns[1])})
    and (a.user_uuid = k.person or a.manager_uuid = k.person) offset 0)`

const N = sql`r.n,`

/** For users with few accounts: reads along the per-account indexes. */
export const listMovesOfFew = sharedRanges<MoveLogRow>(
  moveLog(
    sql`select k.n, own.* from ${USER_RANGES} cross join lateral (${movesOf(
      sql`(${OWNER_ACCOUNTS}) a join ledger.balances b on b.account_id = a.id`,
      { from: sql`k.first`, until: sql`k.last`, rows: sql`k.rows` },
    )}) own`,
    N,
  ),
)

/** For users with many accounts: scans the log. */
export const listMovesOfMany = sharedRanges<MoveLogRow>(
  moveLog(
    sql`select k.n, own.* from ${USER_RANGES} cross join lateral (
      select * from ledger.moves x where x.position between k.first and k.last
        and ${isOwnersAccount('x.from_account', 'x.to_account')}
      order by x.position limit k.rows) own`,
    N,
  ),
)

const IS_TRANSFER = sql`purpose = ${sql.lit(TRANSFER_PURPOSE)}`

const heldBy = (column: string) => sql`
  (select * from ledger.holds where ${sql.ref(column)} = a.id and position between k.first and k.last
     and ${IS_TRANSFER}
   order by position limit k.rows)`

export const listHoldsOfFew = sharedRanges<HoldLogRow>(
  holdLog(
    sql`select k.n, own.* from ${USER_RANGES} cross join lateral (
      select distinct on (side.position) side.* from (${OWNER_ACCOUNTS}) a
      cross join lateral (${heldBy('account_id')} union all ${heldBy('to_account')}) side
      order by side.position limit k.rows) own`,
    sql`h.n,`,
  ),
)

export const listHoldsOfMany = sharedRanges<HoldLogRow>(
  holdLog(
    sql`select k.n, own.* from ${USER_RANGES} cross join lateral (
      select * from ledger.holds x where x.position between k.first and k.last and ${IS_TRANSFER}
        and ${isOwnersAccount('x.account_id', 'x.to_account')}
      order by x.position limit k.rows) own`,
    sql`h.n,`,
  ),
)

const SIZES = `
  select k.n, owned.accounts, booked.books
  from unnest($1::int[], $2::uuid[], $3::int[]) as k (n, person, most)
  cross join lateral (
    select array_agg(id) as ids, count(*)::int as accounts from (
      (select id from ledger.accounts where user_uuid = k.person limit k.most + 1)
      union (select id from ledger.accounts where manager_uuid = k.person limit k.most + 1)
      limit k.most + 1) mine) owned
  cross join lateral (
    select count(*)::int as books from (
      select 1 from ledger.balances b where b.account_id = any(owned.ids) and owned.accounts <= k.most
      limit k.most + 1) held) booked`

interface SizeRequest {
  readonly person: string
  readonly most: number
}

const readSize = batchRequests(async (tx: Db, requests: readonly SizeRequest[]) => {
  const rows = await runFixed<{ n: number; accounts: number; books: number }>(tx, SIZES, [
    requests.map((_, index) => index),
    requests.map(({ person }) => person),
    requests.map(({ most }) => most),
  ])
  const sizes: number[] = []
  for (const { n, accounts, books } of rows) sizes[n] = Math.max(accounts, books)
  return sizes
})

/** The number of accounts or of balances of a user, whichever is larger; counted up to one more than `most`. */
export const countBooks = (tx: Db, person: string, most: number): Promise<number> =>
  readSize(tx, { person, most })

const OWNERS = `
  select w.n, a.id, a.user_uuid, a.manager_uuid, a.holder_name
  from unnest($1::int[], $2::uuid[]) as w (n, id) join ledger.accounts a on a.id = w.id`

/** The owners of several accounts. */
export const readOwners = batchRequests(
  async (tx: Db, requests: readonly (readonly string[])[]): Promise<Owners[][]> => {
    const whose = requests.flatMap((ids, index) => ids.map(() => index))
    const rows = await runFixed<Owners & { n: number }>(tx, OWNERS, [whose, requests.flat()])
    const found: Owners[][] = requests.map(() => [])
    for (const row of rows) found[row.n]!.push(row)
    return found
  },
)
