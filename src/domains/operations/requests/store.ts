// All SQL of the schema `requests`. No rules here.
import { sql } from 'kysely'
import type { CredentialKind, Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

export type CallRow = Row<'requests.calls'>

export interface NewCall {
  readonly id: string
  readonly user_uuid: string
  readonly environment: Environment
  readonly credential_id: string | null
  readonly credential_kind: CredentialKind | null
  readonly request_id: string
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly error_code: string | null
  readonly duration_ms: number
  readonly user_agent: string | null
  readonly address: string
  readonly omitted: number
  readonly created_at: Date
}

/** One statement has room for 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000

export async function insertCalls(tx: Db, rows: readonly NewCall[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await tx
      .insertInto('requests.calls')
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
}

export interface NewBodies {
  readonly id: string
  readonly content: Buffer
}

export async function insertBodies(tx: Db, rows: readonly NewBodies[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT)
    await tx
      .insertInto('requests.bodies')
      .values(rows.slice(from, from + ROWS_PER_STATEMENT))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
}

/** Whose calls: of a user in an environment, or only those of one credential. */
export interface Whose {
  readonly user_uuid: string
  readonly environment: Environment
  readonly credential_id?: string | undefined
}

export interface Wanted extends Whose {
  readonly request_id?: string | undefined
  readonly failed?: boolean | undefined
  readonly credential_kind?: CredentialKind | undefined
  readonly operation?: string | undefined
  readonly method?: string | undefined
  /** A part of the path. */
  readonly path?: string | undefined
  /** The first digit of the status. */
  readonly status_digit?: number | undefined
  /** Ids are ordered by time: only those before this one, and from that one on. */
  readonly before?: string | undefined
  readonly from?: string | undefined
  readonly limit: number
}

/** The newest first. Conditions without an index are judged on this many rows at most. */
const ROWS_SEARCHED_MAX = 20_000

const ofUser = (tx: Db, wanted: Wanted) => {
  const { credential_id, credential_kind, request_id, before, from } = wanted
  return tx
    .selectFrom('requests.calls')
    .where('user_uuid', '=', wanted.user_uuid)
    .where('environment', '=', wanted.environment)
    .$if(request_id !== undefined, (query) => query.where('request_id', '=', request_id!))
    .$if(isRefused(wanted), (query) => query.where('status', '>=', sql.lit(400)))
    .$if(credential_id !== undefined, (query) => query.where('credential_id', '=', credential_id!))
    .$if(credential_kind !== undefined, (query) =>
      query.where('credential_kind', '=', credential_kind!),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .$if(from !== undefined, (query) => query.where('id', '>=', from!))
    .orderBy('id', 'desc')
}

/** Then an index of its own finds them. */
const isRefused = ({ failed, status_digit = 0 }: Wanted): boolean =>
  failed === true || status_digit >= 4

export function listCalls(tx: Db, wanted: Wanted) {
  const { failed, operation, method, path, status_digit } = wanted
  return tx
    .selectFrom(ofUser(tx, wanted).selectAll().limit(ROWS_SEARCHED_MAX).as('calls'))
    .selectAll()
    .$if(failed === false, (query) => query.where('status', '<', 400))
    .$if(status_digit !== undefined, (query) =>
      query
        .where('status', '>=', status_digit! * 100)
        .where('status', '<', status_digit! * 100 + 100),
    )
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation!))
    .$if(method !== undefined, (query) => query.where('method', '=', method!))
    .$if(path !== undefined, (query) => query.where(sql<boolean>`strpos(path, ${path}) > 0`))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute()
}

/** The last row that `listCalls` searched, if there are more behind it. */
export const findEndOfSearch = (tx: Db, wanted: Wanted) =>
  ofUser(tx, wanted)
    .select('id')
    .offset(ROWS_SEARCHED_MAX - 1)
    .limit(1)
    .executeTakeFirst()

export function findCall(tx: Db, id: string, { user_uuid, environment, credential_id }: Whose) {
  return tx
    .selectFrom('requests.calls')
    .leftJoin('requests.bodies', 'requests.bodies.id', 'requests.calls.id')
    .selectAll('requests.calls')
    .select('requests.bodies.content')
    .where('requests.calls.id', '=', id)
    .where('user_uuid', '=', user_uuid)
    .where('environment', '=', environment)
    .$if(credential_id !== undefined, (query) => query.where('credential_id', '=', credential_id!))
    .executeTakeFirst()
}

/** The newest entries of some users from an id on, the oldest first. */
export async function listNewest(
  tx: Db,
  users: readonly string[],
  from: string,
  limit: number,
): Promise<CallRow[]> {
  const rows = await tx
    .selectFrom('requests.calls')
    .selectAll()
    .where('user_uuid', 'in', users)
    .where('id', '>=', from)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed()
}

export interface Stretch {
  /** Seconds since 1970, a multiple of the length of a stretch. */
  readonly begins: number
  /** Rows of the log. */
  readonly logged: number
  /** Those, and the calls beyond the rate of the log. */
  readonly calls: number
  readonly refused: number
  readonly failed: number
  readonly p50_ms: number
  readonly p95_ms: number
  readonly p99_ms: number
}

/** Older calls of a longer list are left out, so that a busy user is not slow for all. */
export const CALLS_COUNTED_MAX = 50_000

/** The stretches of time in which there were calls. Calls beyond the rate of the log are counted with the next one. */
export async function countByStretch(
  tx: Db,
  wanted: Omit<Wanted, 'limit'>,
  seconds: number,
): Promise<readonly Stretch[]> {
  const calls = ofUser(tx, { ...wanted, limit: 0 })
    .select(['created_at', 'status', 'omitted', 'duration_ms'])
    .limit(CALLS_COUNTED_MAX)
  const { rows } = await sql<Stretch>`
    select (floor(extract(epoch from created_at) / ${seconds}) * ${seconds})::float8 as begins,
      count(*)::float8 as logged,
      (count(*) + sum(omitted))::float8 as calls,
      (count(*) filter (where status between 400 and 499))::float8 as refused,
      (count(*) filter (where status >= 500))::float8 as failed,
      percentile_cont(0.5) within group (order by duration_ms) as p50_ms,
      percentile_cont(0.95) within group (order by duration_ms) as p95_ms,
      percentile_cont(0.99) within group (order by duration_ms) as p99_ms
    from (${calls}) as calls group by 1 order by 1`.execute(tx)
  return rows
}
