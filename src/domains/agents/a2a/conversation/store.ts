// SQL of the messages about tasks, and of the list of tasks by their last change.
import { sql } from 'kysely'
import type { Caller } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { TaskState } from '../life-cycle.ts'
import type { TaskRow } from '../store.ts'
import type { TaskMessage } from './messages.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'a2a.task_messages.message': TaskMessage
  }
}

/** Adds messages after the others and drops the oldest; the task is locked or new. */
export async function addMessages(
  tx: Db,
  task: string,
  messages: readonly TaskMessage[],
  keep: number,
): Promise<void> {
  await sql`
    with last as (
      select coalesce(max(position), 0) as position from a2a.task_messages where task_id = ${task})
    insert into a2a.task_messages (task_id, position, message)
    select ${task}, last.position + added.number, added.message
    from last, jsonb_array_elements(${JSON.stringify(messages)}::jsonb)
      with ordinality as added (message, number)`.execute(tx)
  await sql`
    delete from a2a.task_messages
    where task_id = ${task} and position <= (
      select max(position) from a2a.task_messages where task_id = ${task}) - ${keep}`.execute(tx)
}

/** The last messages of each of these tasks, in their order. */
export async function findMessages(
  tx: Db,
  tasks: readonly string[],
  limit: number,
): Promise<Map<string, TaskMessage[]>> {
  const found = new Map<string, TaskMessage[]>(tasks.map((task) => [task, []]))
  if (limit === 0 || tasks.length === 0) return found
  const { rows } = await sql<{ task_id: string; message: TaskMessage }>`
    select last.task_id, last.message
    from unnest(${tasks}::uuid[]) as task (id)
    cross join lateral (
      select task_id, position, message from a2a.task_messages
      where task_id = task.id order by position desc limit ${limit}) as last
    order by last.task_id, last.position`.execute(tx)
  for (const { task_id, message } of rows) found.get(task_id)!.push(message)
  return found
}

export interface ConversationFilter {
  readonly caller: Caller
  readonly context_id?: string | undefined
  readonly state?: TaskState | undefined
  readonly since?: string | undefined
}

const matching = ({ caller, context_id, state, since }: ConversationFilter) => sql`
  from a2a.tasks
  where environment = ${caller.environment}
    ${caller.user === undefined ? sql`` : sql`and owner_uuid = ${caller.user}`}
    ${caller.agent === undefined ? sql`` : sql`and sender_uuid = ${caller.agent}`}
    ${context_id === undefined ? sql`` : sql`and coalesce(context_id, id::text) = ${context_id}`}
    ${state === undefined ? sql`` : sql`and state = ${state}`}
    ${since === undefined ? sql`` : sql`and updated_at >= ${since}`}`

export interface Place {
  readonly updated_at: string
  readonly id: string
}

/** The tasks that changed last come first. */
export async function listChanged(
  tx: Db,
  filter: ConversationFilter,
  after: Place | undefined,
  limit: number,
): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select * ${matching(filter)}
      ${after ? sql`and (updated_at, id) < (${after.updated_at}, ${after.id})` : sql``}
    order by updated_at desc, id desc limit ${limit}`.execute(tx)
  return rows
}

/** Counts no further than `most`: the count of a long list would take long. */
export async function countUpTo(tx: Db, filter: ConversationFilter, most: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (select 1 ${matching(filter)} limit ${most}) as counted`.execute(
    tx,
  )
  return rows[0]!.n
}
