// SQL of the event log outside the ledger: the rows of `platform.events`, the fences that mark how far the
// log is complete, and the place of each reader.
import { type RawBuilder, sql } from 'kysely'
import { batchRequests } from '../platform/batch-reader.ts'
import { type Db, fixedText, runFixed } from '../platform/database.ts'
import type { Row } from '../platform/rows.ts'
import type { Environment } from './caller.ts'
import { userRowCounts, type UserRowCounts, type Since } from './user-row-counts.ts'

/** The log can be read up to the position when every transaction with a lower number has ended. */
export interface Fence {
  readonly position: number
  readonly xid: string
}

export async function takeFence(tx: Db): Promise<Fence> {
  const { rows } = await sql<{ fence_position: string; fence_xid: string }>`
    select fence_position, fence_xid::text from platform.take_fence()`.execute(tx)
  const { fence_position, fence_xid } = rows[0]!
  return { position: Number(fence_position), xid: fence_xid }
}

/**
 * Transactions of other databases have numbers of the same series and may last for hours, so only those that
 * run in this database count. A role that may not see the numbers of all of them waits for every one.
 */
export async function isPassed(tx: Db, fence: Fence): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select case
      when pg_snapshot_xmin(pg_current_snapshot()) >= ${fence.xid}::xid8 then true
      -- An epoch begins when no transaction before it is open. Its server may count transactions from a lower number.
      when exists (select from platform.epochs where base_position > ${fence.position}) then true
      else not exists (
          select 1 from pg_stat_activity a
          where a.datname = current_database() and case
            when a.backend_xid is not null then age(a.backend_xid) >= age(xid(${fence.xid}::xid8))
            else a.usename <> current_user
              and not pg_has_role(current_user, 'pg_read_all_stats', 'usage') end)
        and not exists (select 1 from pg_prepared_xacts p where p.database = current_database())
      end as passed`.execute(tx)
  return rows[0]!.passed
}

/** The newest assigned position; its row may not be committed yet. */
export const readNewestPosition = (tx: Db): Promise<number> => askNewestPosition(tx, undefined)

/** All calls before the statement begins share it. */
const askNewestPosition = batchRequests(async (tx: Db, askers: readonly undefined[]) => {
  const [row] = await runFixed<{ position: string }>(
    tx,
    'select platform.newest_position() as position',
    [],
  )
  return askers.map(() => Number(row!.position))
})

export interface Range {
  /** The first position of the range. */
  readonly from: number
  /** The last position of the range. */
  readonly until: number
  readonly rows: number
}

/** The data is read as text, so that integers of any size stay exact. */
export type EventRow = Omit<
  Row<'platform.events', { data: string }>,
  'id' | 'operation' | 'request_id'
>

const EVENT_COLUMNS = sql`position, type, version, environment, user_uuid, account_uuid, other_account_uuid,
  is_public, data::text as data, created_at`

export async function listEventRows(
  tx: Db,
  range: Range,
  whose: EventsOf = 'everybody',
): Promise<EventRow[]> {
  const listed = await sql<EventRow>`
    select ${EVENT_COLUMNS} from (${rowsOf(range, whose)}) those order by position`.execute(tx)
  return listed.rows
}

/** Events of all users, or public ones and those of some users, whose accounts are listed or given by a condition. */
export type EventsOf =
  | 'everybody'
  | { readonly users: readonly string[]; readonly accounts: readonly string[] }
  | { readonly users: readonly string[]; readonly isOwn: RawBuilder<unknown> }

/** The columns of accounts, for a condition. */
export const EVENT_ACCOUNTS = ['e.account_uuid', 'e.other_account_uuid'] as const

const rowsOf = ({ from, until, rows }: Range, whose: EventsOf): RawBuilder<unknown> => {
  const first = (condition: RawBuilder<unknown>) => sql`
    (select * from platform.events e where ${condition} and position between ${from} and ${until}
     order by position limit ${rows})`
  if (whose === 'everybody') return first(sql`true`)
  const { users } = whose
  if ('accounts' in whose)
    return sql`select distinct on (position) * from (
        ${first(sql`is_public`)}
        union all
        select own.* from unnest(${users}::uuid[]) as u (id)
        cross join lateral ${first(sql`user_uuid = u.id`)} own
        union all
        select own.* from unnest(${whose.accounts}::uuid[]) as a (id) cross join lateral (
          ${first(sql`account_uuid = a.id`)} union all ${first(sql`other_account_uuid = a.id`)}) own) found
      order by position limit ${rows}`
  return first(sql`(is_public or user_uuid = any(${users}::uuid[]) or ${whose.isOwn})`)
}

/** The first rows of one user's log in a range; for owners with many accounts, the range is scanned row by row. */
export interface UserRange extends Range {
  readonly person: string
}

/** The ranges of several users as a table `k`, for statements that serve all of them. */
export const USER_RANGES = sql`
  unnest($1::int[], $2::uuid[], $3::bigint[], $4::bigint[], $5::bigint[]) as k (n, person, first, last, rows)`

const personRanges = (ranges: readonly UserRange[]): unknown[] => [
  ranges.map((_, index) => index),
  ranges.map(({ person }) => person),
  ranges.map(({ from }) => from),
  ranges.map(({ until }) => until),
  ranges.map(({ rows }) => rows),
]

/** Runs a fixed statement for several ranges, and returns the rows of each. */
async function readRanges<Found>(
  tx: Db,
  text: string,
  ranges: readonly UserRange[],
): Promise<Found[][]> {
  const found = await runFixed<Found & { readonly n: number }>(tx, text, personRanges(ranges))
  const lists: Found[][] = ranges.map(() => [])
  for (const row of found) lists[row.n]!.push(row)
  return lists
}

const inRange = (condition: RawBuilder<unknown>) => sql`
  (select * from platform.events e where ${condition} and position between k.first and k.last
   order by position limit k.rows)`

/** The events of one user with few accounts, a subquery of `k.person`; they are found by the per-account indexes. */
export const makeFewEventLog = (accounts: RawBuilder<unknown>) =>
  sharedRanges<EventRow>(
    sql`select n, ${EVENT_COLUMNS} from (
      select k.n, own.* from ${USER_RANGES} cross join lateral (
        select distinct on (position) * from (
          ${inRange(sql`is_public`)}
          union all ${inRange(sql`user_uuid = k.person`)}
          union all
          select about.* from (${accounts}) as a (id) cross join lateral (
            ${inRange(sql`account_uuid = a.id`)} union all ${inRange(sql`other_account_uuid = a.id`)}) about) found
        order by position limit k.rows) own) those
      order by position`,
  )

/** The same for a user with many accounts, given by a condition on the columns of `EVENT_ACCOUNTS`. */
export const makeManyEventLog = (isOwn: RawBuilder<unknown>) =>
  sharedRanges<EventRow>(
    sql`select n, ${EVENT_COLUMNS} from (
      select k.n, own.* from ${USER_RANGES}
      cross join lateral ${inRange(sql`(is_public or user_uuid = k.person or ${isOwn})`)} own) those
      order by position`,
  )

/** A list of the log that several callers read by one statement. */
export function sharedRanges<Found>(statement: RawBuilder<unknown>) {
  const text = fixedText(statement)
  return batchRequests((tx: Db, ranges: readonly UserRange[]) =>
    readRanges<Found>(tx, text(tx), ranges),
  )
}

/** Counts the events of each type, by minute. */
export async function tallyEvents(tx: Db, { from, until }: Pick<Range, 'from' | 'until'>) {
  const { rows } = await sql<{
    minute: string
    environment: Environment
    type: string
    rows: number
    last_position: string
    last_at: string
  }>`
    select date_bin('1 minute', created_at, 'epoch') as minute, environment, type, count(*)::int as rows,
      max(position) as last_position, max(created_at) as last_at
    from platform.events where position between ${from} and ${until}
    group by 1, 2, 3`.execute(tx)
  return rows
}

/** Selects the events that name one of these users or accounts. */
export interface About {
  readonly users: readonly string[]
  readonly accounts: readonly string[]
}

const isAbout = ({ users, accounts }: About) => sql`(user_uuid = any(${users}::uuid[])
  or account_uuid = any(${accounts}::uuid[]) or other_account_uuid = any(${accounts}::uuid[]))`

/** Counts the events of each type that are about these users or accounts. */
export async function tallyEventsOf(
  tx: Db,
  environment: Environment,
  about: About,
  since: Since,
): Promise<(UserRowCounts & { readonly type: string })[]> {
  const { rows } = await sql<UserRowCounts & { type: string }>`
    select type, ${userRowCounts(since)} from platform.events
    where environment = ${environment} and not is_public and ${isAbout(about)}
    group by type`.execute(tx)
  return rows
}

/** Lists the newest events of one type that are about these users or accounts. */
export async function listNewestOf(
  tx: Db,
  type: string,
  about: About,
  rows: number,
): Promise<EventRow[]> {
  const listed = await sql<EventRow>`
    select ${EVENT_COLUMNS} from platform.events where type = ${type} and ${isAbout(about)}
    order by position desc limit ${rows}`.execute(tx)
  return listed.rows
}

/** When the first event row at or after a position was written. */
export async function findEventTime(tx: Db, position: number) {
  return tx
    .selectFrom('platform.events')
    .select(['position', 'created_at'])
    .where('position', '>=', String(position))
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
}

export type ReaderRow = Row<'platform.readers', { position: number; events: number }>

/** Locks the reader until the transaction ends and returns its place; undefined while another node has it. */
export async function lockReader(tx: Db, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: string }>`
    select position from platform.readers where name = ${name} for update skip locked`.execute(tx)
  return rows[0] && Number(rows[0].position)
}

/** Creates the rows of new readers. Those that exist are left alone, because another node may have locked them. */
export async function createReaders(tx: Db, names: readonly string[]): Promise<void> {
  await sql`
    insert into platform.readers (name, position)
    select new.name, 0 from unnest(${names}::text[]) as new (name)
    where not exists (select from platform.readers known where known.name = new.name)
    on conflict (name) do nothing`.execute(tx)
}

export interface MaybeIdle {
  readonly name: string
  readonly isIdle: RawBuilder<boolean>
  /** Where this node left it; elsewhere it is not moved, because another node has moved it. */
  readonly expected: number | undefined
}

/** Moves those that are idle to a position by one statement, and returns where each of them was before. */
export async function skipIdleReaders(
  tx: Db,
  readers: readonly MaybeIdle[],
  { until, now }: { readonly until: number; readonly now: Date },
): Promise<Map<string, number>> {
  const asked = readers.map(
    ({ name, isIdle, expected }) => sql`(${name}::text, ${expected ?? null}::bigint, ${isIdle})`,
  )
  const { rows } = await sql<{ name: string; from: string }>`
    with idle as (
      select r.name, r.position from platform.readers r
      join (values ${sql.join(asked)}) as asked (name, expected, is_idle) on asked.name = r.name and asked.is_idle
      where r.position < ${until} and r.position = coalesce(asked.expected, r.position)
      for update of r skip locked)
    update platform.readers r set position = ${until}, moved_at = ${now}
    from idle where r.name = idle.name
    returning r.name, idle.position as "from"`.execute(tx)
  return new Map(rows.map(({ name, from }) => [name, Number(from)]))
}

export async function advanceReader(
  tx: Db,
  name: string,
  progress: { readonly position: number; readonly events: number; readonly now: Date },
): Promise<void> {
  await sql`
    update platform.readers
    set position = ${progress.position}, events = events + ${progress.events}, moved_at = ${progress.now}
    where name = ${name}`.execute(tx)
}

export async function listReaders(tx: Db): Promise<ReaderRow[]> {
  const rows = await tx.selectFrom('platform.readers').selectAll().orderBy('name').execute()
  return rows.map((row) => ({
    ...row,
    position: Number(row.position),
    events: Number(row.events),
  }))
}
