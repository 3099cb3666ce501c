// SQL about owners who owe the bank money: the marks on their accounts, and their accounts with funds. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'

export interface Owner {
  readonly environment: Environment
  readonly user_uuid: string
}

/** Changes the mark of the owner's accounts, and every version, so that no earlier decision is written later. */
export async function updateInDebt(
  tx: Db,
  { environment, user_uuid }: Owner,
  owes: boolean,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ledger.accounts
    where user_uuid = ${user_uuid} and environment = ${environment} and owes <> ${owes}
    order by id for update`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return ids
  await sql`select 1 from ledger.balances where account_id = any(${ids}::uuid[])
    order by account_id, asset for update`.execute(tx)
  await sql`update ledger.accounts set owes = ${owes} where id = any(${ids}::uuid[])`.execute(tx)
  await sql`update ledger.balances set version = version + 1
    where account_id = any(${ids}::uuid[])`.execute(tx)
  return ids
}

/** The owner's accounts that have some of an asset free, those with the most first. */
export async function listAccountsWithFunds(
  tx: Db,
  { environment, user_uuid }: Owner,
  which: { readonly asset: string; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from ledger.accounts a
    join ledger.balances b on b.account_id = a.id and b.asset = ${which.asset}
    where a.user_uuid = ${user_uuid} and a.environment = ${environment} and a.status <> 'closed'
      and a.quarantine is null and b.units > b.held
    order by b.units - b.held desc, a.id limit ${which.limit}`.execute(tx)
  return rows.map(({ id }) => id)
}
