// SQL that finds the numbers of accounts, and accounts by their number.
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'

/** The number of each customer's account among these; accounts of the bank itself have none to show. */
export async function findNumbers(tx: Db, ids: readonly string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from ledger.accounts
    where id = any(${ids}::uuid[]) and code is null`.execute(tx)
  return new Map(rows.map((row) => [row.id, BigInt(row.number)]))
}

/** The customers' accounts that have these numbers; closed ones included. */
export async function findByNumbers(
  tx: Db,
  numbers: readonly bigint[],
): Promise<Map<bigint, string>> {
  const { rows } = await sql<{ id: string; number: string }>`
    select id, number from ledger.accounts
    where number = any(${numbers.map(String)}::bigint[]) and code is null`.execute(tx)
  return new Map(rows.map((row) => [BigInt(row.number), row.id]))
}
