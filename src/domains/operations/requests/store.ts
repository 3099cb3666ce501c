// All SQL of the schema `requests`. No rules here.
import { sql } from 'kysely'
import type { CredentialKind, Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'

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

export interface Wanted {
  readonly user_uuid: string
  readonly environment: Environment
  readonly request_id?: string | undefined
  readonly failed?: boolean | undefined
  readonly credential_id?: string | undefined
  readonly credential_kind?: CredentialKind | undefined
  /** Ids are ordered by time: only those before this one. */
  readonly before?: string | undefined
  readonly limit: number
}

/** The newest first. */
export function listCalls(tx: Db, wanted: Wanted) {
  const { request_id, failed, credential_id, credential_kind, before } = wanted
  return tx
    .selectFrom('requests.calls')
    .selectAll()
    .where('user_uuid', '=', wanted.user_uuid)
    .where('environment', '=', wanted.environment)
    .$if(request_id !== undefined, (query) => query.where('request_id', '=', request_id!))
    .$if(failed === true, (query) => query.where('status', '>=', sql.lit(400)))
    .$if(failed === false, (query) => query.where('status', '<', 400))
    .$if(credential_id !== undefined, (query) => query.where('credential_id', '=', credential_id!))
    .$if(credential_kind !== undefined, (query) =>
      query.where('credential_kind', '=', credential_kind!),
    )
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute()
}
