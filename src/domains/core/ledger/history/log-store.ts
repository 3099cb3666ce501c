// SQL that reads moves and holds as rows of the event log, with the owners of their accounts.
import { type RawBuilder, sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Range } from '../../../../operation/log-store.ts'
import {
  userRowCounts,
  type UserRowCounts,
  type Since,
} from '../../../../operation/user-row-counts.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import { linkedLine } from './store.ts'

interface Sides {
  readonly from_user: string | null
  readonly from_manager: string | null
  /** The code of the bank's own account; null for a customer's. */
  readonly from_code: string | null
  readonly from_holder: string | null
  readonly to_user: string | null
  readonly to_manager: string | null
  readonly to_code: string | null
  readonly to_holder: string | null
}

export type MoveLogRow = Omit<
  Row<'ledger.moves'>,
  'user_uuid' | 'credential_id' | 'agent' | 'request_id'
> &
  Sides &
  MoveShape & {
    /** For a reversal, the line of the linked entry that it reverses. */
    readonly linked_line: number | null
    /** The fee of a transfer; null for any other move. */
    readonly fee: string | null
  }

/** The properties of a move that decide which events it becomes. */
export interface MoveShape {
  /** A transfer from one customer's account to another's, not a fee. */
  readonly is_transfer: boolean
  /** Both accounts have the same owner and manager. */
  readonly is_shared: boolean
  /** The transfer was first a hold of the same id, which had its own event. */
  readonly waited: boolean
  /** The account on this side is a customer's. */
  readonly tells_from: boolean
  readonly tells_to: boolean
  /** The move made the balance on this side low or negative. */
  readonly low_from: boolean
  readonly low_to: boolean
  readonly negative_from: boolean
  readonly negative_to: boolean
}

export type HoldLogRow = Pick<
  Row<'ledger.holds'>,
  | 'position'
  | 'id'
  | 'environment'
  | 'purpose'
  | 'account_id'
  | 'to_account'
  | 'asset'
  | 'units'
  | 'fee'
  | 'reference'
  | 'metadata'
  | 'created_at'
> &
  Sides

const SIDES = sql`f.user_uuid as from_user, f.manager_uuid as from_manager, f.code as from_code,
  f.holder_name as from_holder, t.holder_name as to_holder,
  t.user_uuid as to_user, t.manager_uuid as to_manager, t.code as to_code`

/** A dollar balance below this many cents is low. */
export const LOW_CENTS = 1_000

const lowSide = (side: 'from' | 'to', before: RawBuilder<unknown>) => {
  const code = sql.ref(`${side[0]}.code`)
  const after = sql.ref(`r.${side}_after`)
  return sql`(${code} is null and r.asset = 'USD' and ${after} < ${sql.lit(LOW_CENTS)}
      and (${before} >= ${sql.lit(LOW_CENTS)} or r.type = 'deposit')) as ${sql.ref(`low_${side}`)},
    (${code} is null and r.asset = 'USD' and ${after} < 0 and ${before} >= 0)
      as ${sql.ref(`negative_${side}`)}`
}

/** The columns of `MoveShape` for a move `r` between the accounts `f` and `t`. */
const SHAPE = sql`
  (r.line = 0 and r.type = 'transfer' and r.subtype is null and f.code is null and t.code is null)
    as is_transfer,
  coalesce(f.user_uuid = t.user_uuid and f.manager_uuid is not distinct from t.manager_uuid, false)
    as is_shared,
  coalesce(r.link = 'capture_of' and r.linked_to = r.entry_id, false) as waited,
  (f.code is null) as tells_from, (t.code is null) as tells_to,
  ${lowSide('from', sql`(r.from_after + r.units)`)}, ${lowSide('to', sql`(r.to_after - r.units)`)}`

export interface Tally<Shape> {
  readonly minute: string
  readonly environment: Environment
  readonly shape: Shape
  readonly rows: number
  readonly last_position: number
  readonly last_at: string
}

interface TallyRow {
  readonly minute: string
  readonly environment: Environment
  readonly rows: number
  readonly last_position: string
  readonly last_at: string
}

const toTally = <Shape extends TallyRow>(row: Shape): Tally<Shape> => ({
  minute: row.minute,
  environment: row.environment,
  shape: row,
  rows: row.rows,
  last_position: Number(row.last_position),
  last_at: row.last_at,
})

const TALLIED = sql`count(*)::int as rows, max(position) as last_position, max(created_at) as last_at`

/** Counts moves by minute and shape; only the counts leave the database. */
export async function tallyMoves(
  tx: Db,
  { from, until }: Pick<Range, 'from' | 'until'>,
): Promise<Tally<MoveShape>[]> {
  const { rows } = await sql<TallyRow & MoveShape>`
    select date_bin('1 minute', created_at, 'epoch') as minute, environment, is_transfer, is_shared, waited,
      tells_from, tells_to, low_from, low_to, negative_from, negative_to, ${TALLIED}
    from (
      select r.position, r.created_at, r.environment, ${SHAPE}
      from ledger.moves r
      join ledger.accounts f on f.id = r.from_account
      join ledger.accounts t on t.id = r.to_account
      where r.position between ${from} and ${until}) shaped
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`.execute(tx)
  return rows.map(toTally)
}

/** Counts holds for these purposes by minute and by whether they include a fee. */
export async function tallyHolds(
  tx: Db,
  { from, until }: Pick<Range, 'from' | 'until'>,
  purposes: readonly string[],
): Promise<Tally<{ readonly has_fee: boolean }>[]> {
  const { rows } = await sql<TallyRow & { has_fee: boolean }>`
    select date_bin('1 minute', created_at, 'epoch') as minute, environment, fee > 0 as has_fee, ${TALLIED}
    from ledger.holds
    where position between ${from} and ${until} and purpose = any(${purposes}::text[])
    group by 1, 2, 3`.execute(tx)
  return rows.map(toTally)
}

/** The count of rows of one shape that touch some accounts, by the side on which they do. */
export interface SidedTally<Shape> extends UserRowCounts {
  readonly shape: Shape
  readonly own_from: boolean
  readonly own_to: boolean
}

const toSided = <Shape extends Omit<SidedTally<unknown>, 'shape'>>(
  row: Shape,
): SidedTally<Shape> => ({
  ...row,
  shape: row,
})

/** Counts the moves that touch these accounts, by shape and side. */
export async function tallyMovesOf(
  tx: Db,
  environment: Environment,
  accounts: readonly string[],
  since: Since,
): Promise<SidedTally<MoveShape>[]> {
  const { rows } = await sql<Omit<SidedTally<MoveShape>, 'shape'> & MoveShape>`
    select own_from, own_to, is_transfer, is_shared, waited, tells_from, tells_to, low_from, low_to,
      negative_from, negative_to, ${userRowCounts(since)}
    from (
      select r.position, r.created_at, r.from_account = any(${accounts}::uuid[]) as own_from,
        r.to_account = any(${accounts}::uuid[]) as own_to, ${SHAPE}
      from ledger.moves r
      join ledger.accounts f on f.id = r.from_account
      join ledger.accounts t on t.id = r.to_account
      where r.environment = ${environment}
        and (r.from_account = any(${accounts}::uuid[]) or r.to_account = any(${accounts}::uuid[]))) shaped
    group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11`.execute(tx)
  return rows.map(toSided)
}

/** Counts the holds for one purpose that touch these accounts; captured ones are found through their moves. */
export async function tallyHoldsOf(
  tx: Db,
  environment: Environment,
  accounts: readonly string[],
  purpose: string,
  since: Since,
): Promise<SidedTally<{ readonly has_fee: boolean }>[]> {
  const { rows } = await sql<Omit<SidedTally<unknown>, 'shape'> & { has_fee: boolean }>`
    select account_id = any(${accounts}::uuid[]) as own_from,
      coalesce(to_account = any(${accounts}::uuid[]), false) as own_to, fee > 0 as has_fee,
      ${userRowCounts(since)}
    from (
      select * from ledger.holds
      where status <> 'captured'
        and (account_id = any(${accounts}::uuid[]) or to_account = any(${accounts}::uuid[]))
      union all
      select h.* from ledger.moves r join ledger.holds h on h.id = r.entry_id
      where r.line = 0 and r.link = 'capture_of' and r.linked_to = r.entry_id and h.status = 'captured'
        and (r.from_account = any(${accounts}::uuid[]) or r.to_account = any(${accounts}::uuid[]))) held
    where environment = ${environment} and purpose = ${purpose}
    group by 1, 2, 3`.execute(tx)
  return rows.map(toSided)
}

/** The owners whose rows of the log are listed: all users, some users, or the owners of a few accounts. */
export type LogOwner = 'everybody' | { readonly users: readonly string[] } | OwnBooks

/** All accounts of some users, which are few, and the balances of each. */
export interface OwnBooks {
  readonly accounts: readonly string[]
  readonly books: readonly { readonly account_id: string; readonly asset: string }[]
}

/** Whether one of these users owns or manages one of the accounts in these columns. */
export const isOwnedBy = (
  users: readonly string[],
  ...columns: readonly string[]
): RawBuilder<unknown> => sql`exists (
  select from ledger.accounts a where a.id in (${sql.join(columns.map((column) => sql.ref(column)))})
    and (a.user_uuid = any(${users}::uuid[]) or a.manager_uuid = any(${users}::uuid[])))`

/** The first rows of a range, in order. Accounts are looked up row by row, so that it ends when there are enough. */
const scan = (
  table: string,
  { from, until, rows }: Range,
  sides: readonly [payer: string, receiver: string],
  more: RawBuilder<unknown>,
  whose: Exclude<LogOwner, OwnBooks>,
) => sql`select * from ${sql.table(table)} x where position between ${from} and ${until} ${more}
  ${whose === 'everybody' ? sql`` : sql`and ${isOwnedBy(whose.users, ...sides)}`}
  order by position limit ${rows}`

/** Numbers and positions of the moves of a balance grow together, so they are read in the order of their numbers. */
const movesOn = (
  side: 'from' | 'to',
  columns: RawBuilder<unknown>,
  isWanted: RawBuilder<unknown>,
  rows: RawBuilder<unknown>,
) => sql`
  (select ${columns} from ledger.moves m
   where ${sql.ref(`m.${side}_account`)} = b.account_id and m.asset = b.asset
     and ${sql.ref(`m.${side}_seq`)} > b.low and ${isWanted}
   order by ${sql.ref(`m.${side}_seq`)} limit ${rows})`

const firstMoveOn = (side: 'from' | 'to') =>
  movesOn(side, sql`m.position, ${sql.lit(side)} as own_side`, sql`true`, sql`1`)

/**
 * The first moves of balances `b` in a range. The first move of each side of each balance determines which sides come
 * first, and at most `rows` sides are read further. The end of the range is a condition outside the scans: inside, it
 * would be evaluated on every later move.
 */
export function movesOf(
  balances: RawBuilder<unknown>,
  { from, until, rows }: Readonly<Record<keyof Range, RawBuilder<unknown>>>,
) {
  const moves = (side: 'from' | 'to') =>
    movesOn(side, sql`m.*`, sql`b.own_side = ${sql.lit(side)}`, rows)
  return sql`select distinct on (own.position) own.* from (
      select b.account_id, b.asset, b.low, head.own_side from (
        select b.account_id, b.asset, ledger.seq_before(b.account_id, b.asset, ${from}) as low
        from ${balances} offset 0) b
      cross join lateral (${firstMoveOn('from')} union all ${firstMoveOn('to')}) head
      where head.position <= ${until}
      order by head.position limit ${rows}) b
    cross join lateral (${moves('from')} union all ${moves('to')}) own
    where own.position <= ${until}
    order by own.position limit ${rows}`
}

const ownMoves = ({ from, until, rows }: Range, { books }: OwnBooks) =>
  movesOf(
    sql`unnest(${books.map((book) => book.account_id)}::uuid[], ${books.map((book) => book.asset)}::text[])
      as b (account_id, asset)`,
    { from: sql`${from}`, until: sql`${until}`, rows: sql`${rows}` },
  )

/** The columns of the log for these moves; `more` names additional ones. */
export const moveLog = (moves: RawBuilder<unknown>, more = sql``) => sql<MoveLogRow>`
    select ${more} r.position, r.entry_id, r.line, r.environment, r.type, r.subtype, r.from_account, r.to_account,
      r.asset, r.units, r.from_after, r.to_after, r.from_seq, r.to_seq, r.reference, r.metadata, r.link,
      r.linked_to, r.created_at, ${linkedLine} as linked_line, ${SIDES}, ${SHAPE},
      case when r.line = 0 and r.type = 'transfer' and r.subtype is null then (
        select coalesce(sum(x.units), 0) from ledger.moves x
        where x.entry_id = r.entry_id and x.subtype = 'fee') end as fee
    from (
      select *, 'from' as side, from_account as account_id, to_account as other_account
      from (${moves}) those offset 0) r
    join ledger.accounts f on f.id = r.from_account
    join ledger.accounts t on t.id = r.to_account
    order by r.position`

export async function listMoveLog(tx: Db, range: Range, whose: LogOwner): Promise<MoveLogRow[]> {
  const moves =
    typeof whose === 'object' && 'books' in whose
      ? ownMoves(range, whose)
      : scan('ledger.moves', range, ['x.from_account', 'x.to_account'], sql``, whose)
  const listed = await moveLog(moves).execute(tx)
  return listed.rows
}

/** The first holds of each account in a range, on both sides. */
const ownHolds = (
  { from, until, rows }: Range,
  { accounts }: OwnBooks,
  more: RawBuilder<unknown>,
) => {
  const side = (column: RawBuilder<unknown>) => sql`
    (select * from ledger.holds where ${column} = a.id and position between ${from} and ${until} ${more}
     order by position limit ${rows})`
  return sql`select distinct on (side.position) side.*
    from unnest(${accounts}::uuid[]) as a (id)
    cross join lateral (${side(sql`account_id`)} union all ${side(sql`to_account`)}) side
    order by side.position limit ${rows}`
}

export const holdLog = (holds: RawBuilder<unknown>, more = sql``) => sql<HoldLogRow>`
    select ${more} h.position, h.id, h.environment, h.purpose, h.account_id, h.to_account, h.asset, h.units, h.fee,
      h.reference, h.metadata, h.created_at, ${SIDES}
    from (${holds}) h
    join ledger.accounts f on f.id = h.account_id
    left join ledger.accounts t on t.id = h.to_account
    order by h.position`

export async function listHoldLog(
  tx: Db,
  range: Range,
  purposes: readonly string[],
  whose: LogOwner,
): Promise<HoldLogRow[]> {
  const more = sql`and purpose = any(${purposes}::text[])`
  const holds =
    typeof whose === 'object' && 'books' in whose
      ? ownHolds(range, whose, more)
      : scan('ledger.holds', range, ['x.account_id', 'x.to_account'], more, whose)
  const listed = await holdLog(holds).execute(tx)
  return listed.rows
}

/** The accounts and balances of these users; undefined when there are more than `most` of either. */
export async function findOwnBooks(
  tx: Db,
  users: readonly string[],
  most: number,
): Promise<OwnBooks | undefined> {
  const { rows: found } = await sql<{ id: string }>`
    (select id from ledger.accounts where user_uuid = any(${users}::uuid[]) limit ${most + 1})
    union (select id from ledger.accounts where manager_uuid = any(${users}::uuid[]) limit ${most + 1})
    limit ${most + 1}`.execute(tx)
  if (found.length > most) return undefined
  const accounts = found.map((row) => row.id)
  const { rows: books } = await sql<{ account_id: string; asset: string }>`
    select account_id, asset from ledger.balances where account_id = any(${accounts}::uuid[])
    limit ${most + 1}`.execute(tx)
  return books.length > most ? undefined : { accounts, books }
}

export interface Owners {
  readonly id: string
  readonly user_uuid: string | null
  readonly manager_uuid: string | null
  readonly holder_name: string | null
}

export async function listOwners(tx: Db, accounts: readonly string[]): Promise<Owners[]> {
  const { rows } = await sql<Owners>`
    select id, user_uuid, manager_uuid, holder_name from ledger.accounts
    where id = any(${accounts}::uuid[])`.execute(tx)
  return rows
}

/** The accounts that any of these users owns or manages. */
export async function listAccountIdsOf(tx: Db, users: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger.accounts where user_uuid = any(${users}::uuid[])
    union select id from ledger.accounts where manager_uuid = any(${users}::uuid[])`.execute(tx)
  return rows.map((row) => row.id)
}

/** A balance of a customer that moved, with the number of its last move in the range. */
export interface TouchedBook extends Omit<Owners, 'holder_name'> {
  readonly environment: Environment
  readonly asset: string
  readonly seq: string
}

/** The balances of customers that moved in a range of the log. */
export async function listTouchedBooks(
  tx: Db,
  { from, until }: Pick<Range, 'from' | 'until'>,
): Promise<TouchedBook[]> {
  const { rows } = await sql<TouchedBook>`
    select a.id, a.user_uuid, a.manager_uuid, a.environment, s.asset, max(s.seq) as seq
    from (
      select from_account as account_id, asset, from_seq as seq
      from ledger.moves where position between ${from} and ${until}
      union all
      select to_account, asset, to_seq
      from ledger.moves where position between ${from} and ${until}) s
    join ledger.accounts a on a.id = s.account_id and a.code is null
    group by a.id, s.asset order by a.id, s.asset`.execute(tx)
  return rows
}

/** The first move at or after a position, with its time. */
export async function findMoveTime(tx: Db, position: number) {
  return tx
    .selectFrom('ledger.moves')
    .select(['position', 'created_at'])
    .where('position', '>=', String(position))
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}
