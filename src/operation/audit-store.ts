// The SQL that reads the audit trail, which the pipeline writes.
import { sql } from 'kysely'
import type { Environment } from './caller.ts'
import type { Db } from '../platform/database.ts'

export interface Wanted {
  readonly environment: Environment
  readonly user_uuid?: string | undefined
  readonly operation?: string | undefined
  readonly target_uuid?: string | undefined
  readonly by_operator?: boolean | undefined
  /** Ids are ordered by time: only those before this one, and from that one on. */
  readonly before?: string | undefined
  readonly from?: string | undefined
  readonly limit: number
}

/** The newest first. */
export function listChanges(tx: Db, wanted: Wanted) {
  const { user_uuid, operation, target_uuid, by_operator, before, from } = wanted
  return tx
    .selectFrom('platform.audit')
    .selectAll()
    .where('environment', '=', wanted.environment)
    .$if(user_uuid !== undefined, (query) => query.where('user_uuid', '=', user_uuid!))
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation!))
    .$if(target_uuid !== undefined, (query) => query.where('target_uuid', '=', target_uuid!))
    .$if(by_operator === true, (query) => query.where('by_operator', '=', sql.lit(true)))
    .$if(by_operator === false, (query) => query.where('by_operator', '=', sql.lit(false)))
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .$if(from !== undefined, (query) => query.where('id', '>=', from!))
    .orderBy('id', 'desc')
    .limit(wanted.limit)
    .execute()
}
