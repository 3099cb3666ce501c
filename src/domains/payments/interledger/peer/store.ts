// The SQL of the peer's debt. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export interface PeerBook {
  readonly environment: Environment
  readonly asset: string
}

/**
 * Adds to the peer's debt, unless that would exceed the maximum. It is one statement, so that concurrent packets
 * cannot exceed it. False if nothing was added.
 */
export async function addOwed(
  tx: Db,
  { environment, asset }: PeerBook,
  { units, max, now }: { readonly units: bigint; readonly max: bigint; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ asset: string }>`
    insert into interledger.peer_balances as b (environment, asset, owed_units, updated_at)
    select ${environment}, ${asset}, ${String(units)}::numeric, ${now}
    where ${String(units)}::numeric <= ${String(max)}::numeric
      or exists (select from interledger.peer_balances
        where environment = ${environment} and asset = ${asset})
    on conflict (environment, asset) do update
      set owed_units = b.owed_units + excluded.owed_units, updated_at = excluded.updated_at
      where b.owed_units + excluded.owed_units <= ${String(max)}::numeric
    returning asset`.execute(tx)
  return rows.length > 0
}

export async function lockOwed(tx: Db, { environment, asset }: PeerBook): Promise<void> {
  await tx
    .selectFrom('interledger.peer_balances')
    .select('asset')
    .where('environment', '=', environment)
    .where('asset', '=', asset)
    .forUpdate()
    .execute()
}

/** Reduces the peer's debt, which may become negative. */
export async function takeOwed(
  tx: Db,
  { environment, asset }: PeerBook,
  { units, now }: { readonly units: bigint; readonly now: Date },
): Promise<void> {
  await sql`
    insert into interledger.peer_balances as b (environment, asset, owed_units, updated_at)
    values (${environment}, ${asset}, -${String(units)}::numeric, ${now})
    on conflict (environment, asset) do update
      set owed_units = b.owed_units + excluded.owed_units, updated_at = excluded.updated_at`.execute(
    tx,
  )
}

export const listBalances = (
  tx: Db,
  environment: Environment,
): Promise<Pick<Row<'interledger.peer_balances'>, 'asset' | 'owed_units'>[]> =>
  tx
    .selectFrom('interledger.peer_balances')
    .select(['asset', 'owed_units'])
    .where('environment', '=', environment)
    .orderBy('asset')
    .execute()

export interface NewSettlement extends PeerBook {
  readonly id: string
  readonly units: bigint
  readonly reference: string
  readonly user_uuid: string
  readonly created_at: Date
}

/** Undefined if there is a settlement with this reference already. */
export const insertSettlement = (
  tx: Db,
  settlement: NewSettlement,
): Promise<Row<'interledger.peer_settlements'> | undefined> =>
  tx
    .insertInto('interledger.peer_settlements')
    .values({ ...settlement, units: String(settlement.units) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
