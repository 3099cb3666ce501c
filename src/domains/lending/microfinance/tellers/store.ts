// All SQL of tellers, their vaults, transactions and reconciliations. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type TellerRow = Row<'microfinance.tellers'>
export type VaultRow = Row<'microfinance.vaults'>
export type TellerTransactionRow = Row<'microfinance.teller_transactions'>
export type ReconciliationRow = Row<'microfinance.reconciliations'>

export type NewTeller = Omit<TellerRow, 'created_at' | 'last_reconciled_at'> & {
  readonly created_at: Date
}

export const insertTeller = (tx: Db, teller: NewTeller): Promise<TellerRow> =>
  tx.insertInto('microfinance.tellers').values(teller).returningAll().executeTakeFirstOrThrow()

/** Concurrent first transactions of one user create one teller. */
export async function ensureOwnTeller(
  tx: Db,
  teller: NewTeller & { readonly user_uuid: string },
): Promise<{ readonly row: TellerRow; readonly isNew: boolean }> {
  const made = await tx
    .insertInto('microfinance.tellers')
    .values(teller)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (made) return { row: made, isNew: true }
  const row = await tx
    .selectFrom('microfinance.tellers')
    .selectAll()
    .where('user_uuid', '=', teller.user_uuid)
    .where('environment', '=', teller.environment)
    .where('is_implicit', '=', true)
    .executeTakeFirstOrThrow()
  return { row, isNew: false }
}

export const findTeller = (tx: Db, uuid: string): Promise<TellerRow | undefined> =>
  tx.selectFrom('microfinance.tellers').selectAll().where('uuid', '=', uuid).executeTakeFirst()

/** Prefers the teller that an operator gave to this user and currency over the implicit one. */
export const findTellerOf = (
  tx: Db,
  which: { readonly user_uuid: string; readonly environment: Environment; readonly asset: string },
): Promise<TellerRow | undefined> =>
  tx
    .selectFrom('microfinance.tellers as t')
    .selectAll('t')
    .where('t.user_uuid', '=', which.user_uuid)
    .where('t.environment', '=', which.environment)
    .where((eb) =>
      eb.or([
        eb('t.is_implicit', '=', true),
        eb.exists(
          eb
            .selectFrom('microfinance.vaults as v')
            .select('v.asset')
            .whereRef('v.teller_uuid', '=', 't.uuid')
            .where('v.asset', '=', which.asset),
        ),
      ]),
    )
    .orderBy('t.is_implicit')
    .orderBy('t.uuid')
    .limit(1)
    .executeTakeFirst()

export interface TellerFilter {
  readonly environment: Environment
  /** Only tellers of this user; all when absent. */
  readonly viewer: string | undefined
}

/** The newest first. */
export const listTellers = (tx: Db, { environment, viewer }: TellerFilter, page: PageRequest) => {
  const all = tx
    .selectFrom('microfinance.tellers')
    .selectAll()
    .where('environment', '=', environment)
    .orderBy('uuid', 'desc')
  return readPage(viewer === undefined ? all : all.where('user_uuid', '=', viewer), page)
}

export const touchReconciled = async (tx: Db, uuid: string, at: Date): Promise<void> => {
  await tx
    .updateTable('microfinance.tellers')
    .set({ last_reconciled_at: at })
    .where('uuid', '=', uuid)
    .execute()
}

/** The vaults of these tellers, by currency. */
export async function listVaults(tx: Db, tellers: readonly string[]): Promise<VaultRow[]> {
  if (tellers.length === 0) return []
  const { rows } = await sql<VaultRow>`
    select * from microfinance.vaults where teller_uuid = any(${tellers}::uuid[])
    order by teller_uuid, asset limit 2000`.execute(tx)
  return rows
}

export interface VaultName {
  readonly teller_uuid: string
  readonly asset: string
}

/** Locks the vaults in one order, so that two transfers do not deadlock. */
export async function lockVaults(tx: Db, names: readonly VaultName[]): Promise<VaultRow[]> {
  const { rows } = await sql<VaultRow>`
    select v.* from microfinance.vaults v
    join unnest(${names.map((name) => name.teller_uuid)}::uuid[],
      ${names.map((name) => name.asset)}::text[]) as named (teller_uuid, asset)
      on named.teller_uuid = v.teller_uuid and named.asset = v.asset
    order by v.teller_uuid, v.asset for update of v`.execute(tx)
  return rows
}

export const ensureVault = async (tx: Db, name: VaultName): Promise<void> => {
  await tx
    .insertInto('microfinance.vaults')
    .values(name)
    .onConflict((conflict) => conflict.columns(['teller_uuid', 'asset']).doNothing())
    .execute()
}

export const setVaultLimits = (
  tx: Db,
  { teller_uuid, asset }: VaultName,
  limits: { readonly minimum: bigint; readonly maximum: bigint | null },
): Promise<VaultRow> => {
  const written = {
    minimum: String(limits.minimum),
    maximum: limits.maximum === null ? null : String(limits.maximum),
  }
  return tx
    .insertInto('microfinance.vaults')
    .values({ teller_uuid, asset, ...written })
    .onConflict((conflict) => conflict.columns(['teller_uuid', 'asset']).doUpdateSet(written))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const updateVault = async (
  tx: Db,
  { teller_uuid, asset }: VaultName,
  units: bigint,
): Promise<void> => {
  await tx
    .updateTable('microfinance.vaults')
    .set({ units: String(units) })
    .where('teller_uuid', '=', teller_uuid)
    .where('asset', '=', asset)
    .execute()
}

export type NewTellerTransaction = Omit<
  TellerTransactionRow,
  'units' | 'target_units' | 'vault_after' | 'created_at'
> & {
  readonly units: bigint
  readonly target_units: bigint | null
  readonly vault_after: bigint
  readonly created_at: Date
}

export const insertTellerTransaction = (
  tx: Db,
  { units, target_units, vault_after, ...rest }: NewTellerTransaction,
): Promise<TellerTransactionRow> =>
  tx
    .insertInto('microfinance.teller_transactions')
    .values({
      ...rest,
      units: String(units),
      target_units: target_units === null ? null : String(target_units),
      vault_after: String(vault_after),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest first. */
export const listTellerTransactions = (
  tx: Db,
  filter: TellerFilter & { readonly teller_uuid?: string | undefined },
  page: PageRequest,
) => {
  const { environment, viewer, teller_uuid } = filter
  let query = tx
    .selectFrom('microfinance.teller_transactions as t')
    .selectAll('t')
    .where('t.environment', '=', environment)
    .orderBy('t.uuid', 'desc')
  if (teller_uuid !== undefined) query = query.where('t.teller_uuid', '=', teller_uuid)
  if (viewer !== undefined)
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('microfinance.tellers as teller')
          .select('teller.uuid')
          .whereRef('teller.uuid', '=', 't.teller_uuid')
          .where('teller.user_uuid', '=', viewer),
      ),
    )
  return readPage(query, page)
}

export const insertReconciliation = (
  tx: Db,
  reconciliation: Pick<
    ReconciliationRow,
    'uuid' | 'teller_uuid' | 'asset' | 'note' | 'counted_by'
  > & {
    readonly booked: bigint
    readonly counted: bigint
    readonly created_at: Date
  },
): Promise<ReconciliationRow> =>
  tx
    .insertInto('microfinance.reconciliations')
    .values({
      ...reconciliation,
      booked: String(reconciliation.booked),
      counted: String(reconciliation.counted),
    })
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest first. */
export const listReconciliations = (tx: Db, teller_uuid: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('microfinance.reconciliations')
      .selectAll()
      .where('teller_uuid', '=', teller_uuid)
      .orderBy('uuid', 'desc'),
    page,
  )
