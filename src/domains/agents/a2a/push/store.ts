// SQL of push configurations: the addresses of a task, and the notifications that wait to be sent to them.
import { sql } from 'kysely'
import type { Lease } from '../../../../operation/deliveries.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { StoredCaller } from '../store.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'a2a.push_configs.credential': NonNullable<StoredCaller['credential']>
  }
}

export type PushRow = Row<'a2a.push_configs'>

type NewPush = Pick<
  PushRow,
  'task_id' | 'id' | 'owner_uuid' | 'protocol' | 'url' | 'secrets' | 'scheme' | 'credential'
>

/** Replaces the configuration with the same id. It is notified of the current state first. */
export async function upsertPush(tx: Db, push: NewPush, now: Date): Promise<PushRow> {
  await sql`
    insert into a2a.push_queues (owner_uuid) values (${push.owner_uuid})
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<PushRow>`
    insert into a2a.push_configs (task_id, id, owner_uuid, protocol, url, secrets, scheme, credential,
      created_at, updated_at)
    values (${push.task_id}, ${push.id}, ${push.owner_uuid}, ${push.protocol}, ${push.url},
      ${push.secrets}, ${push.scheme}, ${push.credential && JSON.stringify(push.credential)}::jsonb,
      ${now}, ${now})
    on conflict (task_id, id) do update set protocol = excluded.protocol, url = excluded.url,
      secrets = excluded.secrets, scheme = excluded.scheme, credential = excluded.credential,
      changes = push_configs.changes + 1, tries = 0, next_try_at = null, last_error = null,
      updated_at = excluded.updated_at
    returning *`.execute(tx)
  return rows[0]!
}

export async function listPushes(tx: Db, task: string): Promise<PushRow[]> {
  const { rows } = await sql<PushRow>`
    select * from a2a.push_configs where task_id = ${task} order by created_at, id`.execute(tx)
  return rows
}

export async function deletePush(tx: Db, task: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from a2a.push_configs where task_id = ${task} and id = ${id} returning 1`.execute(tx)
  return rows.length > 0
}

/** Notes that the task has changed; false if it has no address to notify. */
export async function noteChange(tx: Db, task: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update a2a.push_configs set changes = changes + 1, tries = 0, next_try_at = null,
      updated_at = ${now}
    where task_id = ${task} returning 1`.execute(tx)
  return rows.length > 0
}

/** Takes the lease of the owner's queue: no other node sends its notifications until the lease expires. */
export async function claim(tx: Db, owner: string, lease: Lease): Promise<boolean> {
  const { rows } = await sql`
    update a2a.push_queues
    set lease = ${lease.id}, leased_until = now() + make_interval(secs => ${lease.seconds})
    where owner_uuid = ${owner} and (leased_until is null or leased_until < now())
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function renew(tx: Db, owner: string, lease: Lease): Promise<void> {
  await sql`
    update a2a.push_queues set leased_until = now() + make_interval(secs => ${lease.seconds})
    where owner_uuid = ${owner} and lease = ${lease.id}`.execute(tx)
}

/** Whether this lease still holds; if so, it holds until the transaction ends. */
export async function holdLease(tx: Db, owner: string, lease: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from a2a.push_queues
    where owner_uuid = ${owner} and lease = ${lease} for update`.execute(tx)
  return rows.length > 0
}

/**
 * Gives up the lease; says whether something is due at once because a task changed meanwhile, and whether a job must
 * be scheduled for `waitSeconds`, which is needless if an earlier one is scheduled already.
 */
export async function release(
  tx: Db,
  owner: string,
  lease: string,
  waitSeconds: number | undefined,
): Promise<{ readonly isBehind: boolean; readonly needsTimer: boolean }> {
  if (!(await holdLease(tx, owner, lease))) return { isBehind: false, needsTimer: false }
  const wakeAt =
    waitSeconds === undefined
      ? sql`null::timestamptz`
      : sql`now() + make_interval(secs => ${waitSeconds})`
  const { rows } = await sql<{ is_behind: boolean; needs_timer: boolean }>`
    with known as (
      select owner_uuid as id,
        exists (select from a2a.push_configs where owner_uuid = ${owner}
          and notified < changes and next_try_at is null) as is_behind,
        coalesce(timer_at is null or timer_at <= now() or timer_at > ${wakeAt}, false)
          as needs_timer
      from a2a.push_queues where owner_uuid = ${owner})
    update a2a.push_queues set lease = null, leased_until = null,
      timer_at = case when known.needs_timer then coalesce(${wakeAt}, timer_at)
        else timer_at end
    from known where owner_uuid = known.id
    returning known.is_behind, known.needs_timer`.execute(tx)
  return { isBehind: rows[0]?.is_behind ?? false, needsTimer: rows[0]?.needs_timer ?? false }
}

/** The configurations with something to notify, those that are due first. */
export async function findWaiting(tx: Db, owner: string, limit: number): Promise<PushRow[]> {
  const { rows } = await sql<PushRow>`
    select * from a2a.push_configs where owner_uuid = ${owner} and notified < changes
    order by next_try_at nulls first limit ${limit}`.execute(tx)
  return rows
}

type Outcome = Partial<Pick<PushRow, 'notified' | 'tries' | 'last_error'>> & {
  readonly next_try_at?: Date | null
}

/** Records the outcome of an attempt, unless the task has changed or the configuration was replaced since. */
export async function recordOutcome(tx: Db, push: PushRow, outcome: Outcome): Promise<void> {
  await tx
    .updateTable('a2a.push_configs')
    .set(outcome)
    .where('task_id', '=', push.task_id)
    .where('id', '=', push.id)
    .where('changes', '=', push.changes)
    .execute()
}

/** Owners with notifications that no node sends and no job will send. */
export async function listUnclaimedQueues(tx: Db): Promise<string[]> {
  const { rows } = await sql<{ owner: string }>`
    select owner_uuid as owner from a2a.push_queues
    where owner_uuid in (select owner_uuid from a2a.push_configs where notified < changes)
      and (leased_until is null or leased_until < now())
      and (timer_at is null or timer_at <= now())`.execute(tx)
  return rows.map(({ owner }) => owner)
}
