// The SQL that reads the audit trail, which the pipeline writes.
import { sql } from 'kysely'
import type { CredentialKind, Environment } from './caller.ts'
import type { Change } from './changes.ts'
import type { Db } from '../platform/database.ts'
import type { Row } from '../platform/rows.ts'

declare module '../platform/rows.ts' {
  interface KnownColumns {
    'platform.audit.changes': Change[]
    'platform.audit.credential_kind': CredentialKind
  }
}

export type AuditRow = Row<'platform.audit'>

export interface Wanted {
  readonly environment: Environment
  readonly user_uuid?: string | undefined
  readonly agent_uuid?: string | undefined
  readonly operation?: string | undefined
  readonly target_uuid?: string | undefined
  readonly by_operator?: boolean | undefined
  /** Ids are ordered by time: only those before this one, from that one on, and before the end of the period. */
  readonly before?: string | undefined
  readonly from?: string | undefined
  readonly until?: string | undefined
  readonly limit: number
}

/** The newest first. */
export function listChanges(tx: Db, wanted: Wanted): Promise<AuditRow[]> {
  const { user_uuid, agent_uuid, operation, target_uuid, by_operator } = wanted
  const { before, from, until } = wanted
  return tx
    .selectFrom('platform.audit')
    .selectAll()
    .where('environment', '=', wanted.environment)
    .$if(user_uuid !== undefined, (query) => query.where('user_uuid', '=', user_uuid!))
    .$if(agent_uuid !== undefined, (query) => query.where('agent_uuid', '=', agent_uuid!))
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation!))
    .$if(target_uuid !== undefined, (query) => query.where('target_uuid', '=', target_uuid!))
    .$if(by_operator === true, (query) => query.where('by_operator', '=', sql.lit(true)))
    .$if(by_operator === false, (query) => query.where('by_operator', '=', sql.lit(false)))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .$if(from !== undefined, (query) => query.where('id', '>=', from!))
    .$if(until !== undefined, (query) => query.where('id', '<', until!))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute()
}

/** The newest change of each name that the operation was called with, of its last calls. */
export function listLastChanges(
  tx: Db,
  environment: Environment,
  operation: string,
  most: number,
): Promise<AuditRow[]> {
  const calls = tx
    .selectFrom('platform.audit')
    .selectAll()
    .where('environment', '=', environment)
    .where('operation', '=', operation)
    .orderBy('id', 'desc')
    .limit(most)
  return tx
    .selectFrom(calls.as('call'))
    .selectAll()
    .distinctOn('target_name')
    .where('target_name', 'is not', null)
    .orderBy('target_name')
    .orderBy('id', 'desc')
    .execute()
}

export const findChange = (
  tx: Db,
  environment: Environment,
  id: string,
): Promise<AuditRow | undefined> =>
  tx
    .selectFrom('platform.audit')
    .selectAll()
    .where('environment', '=', environment)
    .where('id', '=', id)
    .executeTakeFirst()
