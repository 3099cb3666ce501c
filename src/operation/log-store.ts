// SQL of the event log outside the ledger: the rows of `platform.events`, the fences that mark how far the
// log is complete, and the place of each reader.
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Row } from '../platform/rows.ts'
import type { Environment } from './caller.ts'
import { ownTally, type OwnTally, type Since } from './own-tally.ts'

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
 * run in this database count. Who may not see the numbers of all of them waits for every one.
 */
export async function isPassed(tx: Db, fence: Fence): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select case when pg_snapshot_xmin(pg_current_snapshot()) >= ${fence.xid}::xid8 then true
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
export async function readNewestPosition(tx: Db): Promise<number> {
  const { rows } = await sql<{ position: string }>`
    select platform.newest_position() as position`.execute(tx)
  return Number(rows[0]!.position)
}

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

export async function listEventRows(
  tx: Db,
  { from, until, rows }: Range,
  about?: { readonly users: readonly string[]; readonly accounts: readonly string[] },
): Promise<EventRow[]> {
  const wanted = about
    ? sql`and (is_public or user_uuid = any(${about.users}::uuid[])
        or account_uuid = any(${about.accounts}::uuid[])
        or other_account_uuid = any(${about.accounts}::uuid[]))`
    : sql``
  const listed = await sql<EventRow>`
    select position, type, version, environment, user_uuid, account_uuid, other_account_uuid, is_public,
      data::text as data, created_at
    from platform.events where position between ${from} and ${until} ${wanted}
    order by position limit ${rows}`.execute(tx)
  return listed.rows
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
    select date_trunc('minute', created_at) as minute, environment, type, count(*)::int as rows,
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
): Promise<(OwnTally & { readonly type: string })[]> {
  const { rows } = await sql<OwnTally & { type: string }>`
    select type, ${ownTally(since)} from platform.events
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
    select position, type, version, environment, user_uuid, account_uuid, other_account_uuid, is_public,
      data::text as data, created_at
    from platform.events where type = ${type} and ${isAbout(about)}
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
  const find = () =>
    sql<{ position: string }>`
      select position from platform.readers where name = ${name} for update skip locked`.execute(tx)
  const { rows } = await find()
  if (rows[0]) return Number(rows[0].position)
  await tx
    .insertInto('platform.readers')
    .values({ name, position: '0' })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const again = await find()
  return again.rows[0] && Number(again.rows[0].position)
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
