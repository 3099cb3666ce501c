// All SQL of the simulated facilitator, without rules.
import { sql } from 'kysely'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type AuthorizationRow = Omit<
  Row<'machine_payments.authorizations', { value: bigint }>,
  'created_at'
>

/** Serializes the payments of one payer, because each depends on the balance that the earlier ones left. */
export async function lockPayer(tx: Db, payer: string): Promise<void> {
  const name = `machine_payments/${payer}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

export function findAuthorization(
  tx: Db,
  key: Pick<AuthorizationRow, 'network' | 'asset' | 'payer' | 'nonce'>,
) {
  return tx
    .selectFrom('machine_payments.authorizations')
    .select(['reference', 'transaction_hash'])
    .where('network', '=', key.network)
    .where('asset', '=', key.asset)
    .where('payer', '=', key.payer)
    .where('nonce', '=', key.nonce)
    .executeTakeFirst()
}

export async function sumSpent(tx: Db, network: string, payer: string): Promise<bigint> {
  const { total } = await tx
    .selectFrom('machine_payments.authorizations')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('value'), sql<string>`0`).as('total'))
    .where('network', '=', network)
    .where('payer', '=', payer)
    .executeTakeFirstOrThrow()
  return BigInt(total)
}

export async function insertAuthorization(
  tx: Db,
  { value, ...row }: AuthorizationRow,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('machine_payments.authorizations')
    .values({ ...row, value: String(value), created_at: now })
    .execute()
}
