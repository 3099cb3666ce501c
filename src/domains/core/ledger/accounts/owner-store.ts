// SQL that finds accounts by their owner.
import { sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'

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

/** The ids of the accounts that hold some of an asset, as a subquery. */
export const selectHolders = (tx: Db, asset: string) =>
  tx
    .selectFrom('ledger.balances')
    .select('account_id')
    .where('asset', '=', asset)
    .where((eb) => eb.or([eb('units', '<>', '0'), eb('held', '<>', '0')]))

/** How many accounts that are not closed each of these tenants' customers have together. */
export async function countAccountsByTenant(
  tx: Db,
  tenants: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ tenant_uuid: string; total: number }>`
    select tenant_uuid, count(*)::int as total from ledger.accounts
    where tenant_uuid = any(${tenants}::uuid[]) and status <> 'closed'
    group by tenant_uuid`.execute(tx)
  return new Map(rows.map((row) => [row.tenant_uuid, row.total]))
}
