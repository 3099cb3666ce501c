// All SQL of the schema `a2a`. No rules here.
import { sql } from 'kysely'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Caller, CredentialKind } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { TaskState } from './life-cycle.ts'

/** A caller in the form in which it is stored. */
export interface StoredCaller {
  readonly user?: string
  readonly agent?: string
  readonly credential?: { readonly id: string; readonly kind: CredentialKind }
  readonly tenant?: string
  readonly scopes: readonly string[]
  readonly address: string
}

export interface TaskError {
  readonly code: string
  readonly message: string
  readonly errors?: Record<string, string[]>
  /** The price and how to pay it, as the operation's own answer 402 states it. */
  readonly payment?: Record<string, unknown>
}

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'a2a.tasks.input': Readonly<Record<string, unknown>>
    'a2a.tasks.output': Readonly<Record<string, unknown>>
    'a2a.tasks.error': TaskError
    'a2a.tasks.metadata': Readonly<Record<string, unknown>>
    'a2a.tasks.caller': StoredCaller
  }
}

export type TaskRow = Row<'a2a.tasks'>

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

export async function insertTask(
  tx: Db,
  task: Omit<
    TaskRow,
    'output' | 'error' | 'round' | 'tries' | 'is_cancel_requested' | 'created_at' | 'updated_at'
  >,
  now: Date,
): Promise<TaskRow> {
  const { id, environment, sender_uuid, sender_did, owner_uuid, skill_id, state } = task
  const { rows } = await sql<TaskRow>`
    insert into a2a.tasks (id, environment, sender_uuid, sender_did, owner_uuid, skill_id, state,
      input, metadata, caller, context_id, created_at, updated_at)
    values (${id}, ${environment}, ${sender_uuid}, ${sender_did}, ${owner_uuid}, ${skill_id}, ${state},
      ${json(task.input)}, ${json(task.metadata)}, ${json(task.caller)},
      ${task.context_id}, ${now}, ${now})
    returning *`.execute(tx)
  return rows[0]!
}

export async function findTask(tx: Db, id: string): Promise<TaskRow | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<TaskRow>`select * from a2a.tasks where id = ${id}`.execute(tx)
  return rows[0]
}

/** The lock makes changes to one task happen one after another. */
export async function lockTask(tx: Db, id: string): Promise<TaskRow | undefined> {
  if (!isUuid(id)) return undefined
  const { rows } = await sql<TaskRow>`
    select * from a2a.tasks where id = ${id} for update`.execute(tx)
  return rows[0]
}

export type TaskChange = Partial<
  Pick<
    TaskRow,
    'state' | 'input' | 'output' | 'error' | 'caller' | 'round' | 'tries' | 'is_cancel_requested'
  >
>

export async function updateTask(
  tx: Db,
  id: string,
  { input, output, error, caller, ...change }: TaskChange,
  now: Date,
): Promise<TaskRow> {
  return tx
    .updateTable('a2a.tasks')
    .set({
      ...change,
      ...(input && { input: JSON.stringify(input) }),
      ...(output !== undefined && { output: output && JSON.stringify(output) }),
      ...(error !== undefined && { error: error && JSON.stringify(error) }),
      ...(caller && { caller: JSON.stringify(caller) }),
      updated_at: now,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export interface TaskFilter {
  readonly caller: Caller
  readonly sender_did?: string | undefined
  readonly state?: TaskState | undefined
  readonly limit: number
}

export async function listTasks(tx: Db, filter: TaskFilter): Promise<TaskRow[]> {
  const { caller, sender_did, state, limit } = filter
  const { rows } = await sql<TaskRow>`
    select * from a2a.tasks
    where environment = ${caller.environment}
      ${caller.user === undefined ? sql`` : sql`and owner_uuid = ${caller.user}`}
      ${caller.agent === undefined ? sql`` : sql`and sender_uuid = ${caller.agent}`}
      ${sender_did === undefined ? sql`` : sql`and sender_did = ${sender_did}`}
      ${state === undefined ? sql`` : sql`and state = ${state}`}
    order by created_at desc, id desc
    limit ${limit}`.execute(tx)
  return rows
}

const AT_ONCE = 100

/** Tasks in these states that have not changed since then. */
export async function findStalled(
  tx: Db,
  states: readonly TaskState[],
  since: Date,
): Promise<Pick<TaskRow, 'id' | 'environment'>[]> {
  const { rows } = await sql<Pick<TaskRow, 'id' | 'environment'>>`
    select id, environment from a2a.tasks
    where state = any(${states}::text[]) and updated_at < ${since}
    order by updated_at limit ${AT_ONCE}`.execute(tx)
  return rows
}
