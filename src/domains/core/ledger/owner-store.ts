// SQL that finds accounts by their owner.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'

/** The oldest open account of each user, which is used when a request names none. */
export async function findFirstAccounts(
  tx: Db,
  which: { readonly environment: Environment; readonly users: readonly string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ user_uuid: string; id: string }>`
    select distinct on (user_uuid) user_uuid, id from ledger.accounts
    where user_uuid = any(${which.users}::uuid[]) and environment = ${which.environment}
      and status <> 'closed'
    order by user_uuid, created_at, id`.execute(tx)
  return new Map(rows.map((row) => [row.user_uuid, row.id]))
}
