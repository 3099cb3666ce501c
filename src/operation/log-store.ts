// SQL of the event log that is not the ledger's: the rows of `platform.events`, the end up to which
// nothing is open any more, and how far each reader has come.
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Row } from '../platform/rows.ts'
import type { Environment } from './caller.ts'
import { ownTally, type OwnTally, type Since } from './own-tally.ts'

/** A position, and the number below which every transaction must end before it can be read up to. */
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

export async function isPassed(tx: Db, fence: Fence): Promise<boolean> {
  const { rows } = await sql<{ passed: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${fence.xid}::xid8 as passed`.execute(tx)
  return rows[0]!.passed
}

/** The last position that was taken; what has it may not be committed yet. */
export async function readNewestPosition(tx: Db): Promise<number> {
  const { rows } = await sql<{ position: string }>`
    select platform.newest_position() as position`.execute(tx)
  return Number(rows[0]!.position)
}

export interface Range {
  /** The first position of the range. */
  readonly from: number
  /** The last one. */
  readonly until: number
  readonly rows: number
}

/** The data as text, so that whole numbers of any size stay what they are. */
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

/** How many events of each type were written down, by the minute. */
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

/** Whose events are meant: those that name one of these people or accounts. */
export interface About {
  readonly users: readonly string[]
  readonly accounts: readonly string[]
}

const isAbout = ({ users, accounts }: About) => sql`(user_uuid = any(${users}::uuid[])
  or account_uuid = any(${accounts}::uuid[]) or other_account_uuid = any(${accounts}::uuid[]))`

/** How many events of each type are about somebody. */
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

/** The newest events of one type that are about somebody. */
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

/** Held until the transaction ends; undefined while another node is at work. New ones begin here. */
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
