// SQL of the names under which the holders of accounts are known to their counterparties.
import { sql } from 'kysely'
import { plainColumn, textColumn } from '../../../../platform/array-literals.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'

export interface HolderName {
  readonly id: string
  readonly holder_name: string
}

/** Accounts that were opened before the column existed, or since by a node of the version before. */
export async function listNameless(tx: Db, environment: Environment, limit: number) {
  const { rows } = await sql<{ id: string; user_uuid: string; manager_uuid: string | null }>`
    select id, user_uuid, manager_uuid from ledger.accounts
    where holder_name is null and code is null and environment = ${environment}
    order by id limit ${limit}`.execute(tx)
  return rows
}

export async function updateHolderNames(tx: Db, names: readonly HolderName[]): Promise<void> {
  await sql`
    update ledger.accounts a set holder_name = named.holder_name
    from unnest(${plainColumn(names, ({ id }) => id)}::uuid[],
      ${textColumn(names, ({ holder_name }) => holder_name)}::text[]) as named (id, holder_name)
    where a.id = named.id`.execute(tx)
}
