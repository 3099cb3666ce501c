// SQL of the keys of the bank and of the progress of sealing rows anew.
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { SEAL_HEADER_BYTES } from '../../platform/key-ring.ts'
import type { Statements } from '../../platform/pipelined-connection.ts'
import type { Row } from '../../platform/rows.ts'
import type { SealedColumn } from './sealed-columns.ts'

export type KeyRow = Row<'platform.keys'>
export type WrappingRow = Row<'platform.key_wrappings'>
export type ResealRow = Row<'platform.reseals'>

/** Only one process changes keys at a time; others read them meanwhile. */
export async function lockKeys(tx: Db): Promise<void> {
  await sql`lock table platform.keys in share row exclusive mode`.execute(tx)
}

export const listKeys = (tx: Db): Promise<KeyRow[]> =>
  tx
    .selectFrom('platform.keys')
    .selectAll()
    .orderBy('purpose', 'desc')
    .orderBy('generation')
    .execute()

export const listWrappings = (tx: Db): Promise<WrappingRow[]> =>
  tx.selectFrom('platform.key_wrappings').selectAll().execute()

/**
 * The fingerprints of the secrets that open the keys of the bank; none before its first start. A version before the keys
 * were stored has left that of the only one among the settings.
 */
export async function listOpeners(tx: Statements): Promise<string[]> {
  const rows = await tx.query<{ fingerprint: string }>(
    `select secret_fingerprint as fingerprint from platform.key_wrappings
     union select value from platform.settings
       where name = 'secret_fingerprint' and not exists (select from platform.keys)`,
    [],
  )
  return rows.map(({ fingerprint }) => fingerprint)
}

export async function insertKeys(
  tx: Db,
  rows: readonly {
    readonly purpose: string
    readonly generation: number
    readonly created_at: Date
    readonly activates_at: Date
    readonly earlier_until: Date
  }[],
): Promise<void> {
  await tx.insertInto('platform.keys').values(rows).execute()
}

export async function insertWrappings(
  tx: Db,
  rows: readonly {
    readonly purpose: string
    readonly generation: number
    readonly secret_fingerprint: string
    readonly wrapped: Buffer
    readonly created_at: Date
  }[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('platform.key_wrappings')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Returns how many were deleted. */
export async function deleteOtherWrappings(tx: Db, fingerprint: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('platform.key_wrappings')
    .where('secret_fingerprint', '<>', fingerprint)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** With their wrappings. */
export async function deleteKeysBefore(tx: Db, purpose: string, generation: number): Promise<void> {
  await tx
    .deleteFrom('platform.keys')
    .where('purpose', '=', purpose)
    .where('generation', '<', generation)
    .execute()
}

export async function setSetting(tx: Db, name: string, value: string): Promise<void> {
  await tx
    .insertInto('platform.settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/** True if no other node seals rows anew at the moment; none begins before the transaction ends. */
export async function tryLockKey(tx: Db, purpose: string, generation: number): Promise<boolean> {
  const row = await tx
    .selectFrom('platform.keys')
    .select('generation')
    .where('purpose', '=', purpose)
    .where('generation', '=', generation)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row !== undefined
}

export const listReseals = (tx: Db): Promise<ResealRow[]> =>
  tx
    .selectFrom('platform.reseals')
    .selectAll()
    .orderBy('generation')
    .orderBy('table_name')
    .orderBy('column_name')
    .execute()

export async function insertReseals(
  tx: Db,
  generation: number,
  columns: readonly SealedColumn[],
  now: Date,
): Promise<void> {
  for (const { table, column } of columns)
    await tx
      .insertInto('platform.reseals')
      .values({
        generation,
        table_name: table,
        column_name: column,
        blocks: await countBlocks(tx, table),
        started_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

export async function countBlocks(tx: Db, table: string): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select (pg_relation_size(${table}::regclass) / current_setting('block_size')::bigint)::integer as blocks`.execute(
    tx,
  )
  return rows[0]!.blocks
}

const placeOf = (block: number): string => `(${block},0)`

const isOlder = (column: string, header: Buffer) =>
  sql`${sql.ref(column)} is not null
    and substring(${sql.ref(column)} from 1 for ${sql.lit(SEAL_HEADER_BYTES)}) <> ${header}`

export interface SealedValue {
  readonly place: string
  readonly sealed: Buffer
}

/** Locks rows of these blocks that are not sealed with this header; rows that others have locked are left out. */
export async function lockOlder(
  tx: Db,
  { table, column }: SealedColumn,
  blocks: { readonly from: number; readonly to: number },
  header: Buffer,
  limit: number,
): Promise<SealedValue[]> {
  const { rows } = await sql<SealedValue>`
    select ctid::text as place, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where ctid >= ${placeOf(blocks.from)}::tid and ctid < ${placeOf(blocks.to)}::tid
      and ${isOlder(column, header)}
    limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** The rows are locked, so they are still in their places. */
export async function updateSealed(
  tx: Db,
  { table, column }: SealedColumn,
  blocks: { readonly from: number; readonly to: number },
  values: readonly SealedValue[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} as kept set ${sql.ref(column)} = changed.sealed
    from unnest(${values.map(({ place }) => place)}::text[]::tid[],
      ${values.map(({ sealed }) => sealed)}::bytea[]) as changed (place, sealed)
    where kept.ctid >= ${placeOf(blocks.from)}::tid and kept.ctid < ${placeOf(blocks.to)}::tid
      and kept.ctid = changed.place`.execute(tx)
}

export async function hasOlder(
  tx: Db,
  { table, column }: SealedColumn,
  header: Buffer,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where ${isOlder(column, header)} limit 1`.execute(tx)
  return rows.length > 0
}

type ResealPlace = Pick<ResealRow, 'generation' | 'table_name' | 'column_name'>

const whereAt = (tx: Db, { generation, table_name, column_name }: ResealPlace) =>
  tx
    .updateTable('platform.reseals')
    .where('generation', '=', generation)
    .where('table_name', '=', table_name)
    .where('column_name', '=', column_name)

export async function advanceReseal(
  tx: Db,
  at: ResealPlace,
  { position, resealed, blocks }: Pick<ResealRow, 'position' | 'blocks'> & { resealed: number },
  now: Date,
): Promise<void> {
  await whereAt(tx, at)
    .set((eb) => ({
      position,
      blocks,
      resealed: eb('resealed', '+', String(resealed)),
      updated_at: now,
    }))
    .execute()
}

/** Begins a further pass for rows that others had locked. */
export async function repeatReseal(tx: Db, at: ResealPlace, now: Date): Promise<void> {
  await whereAt(tx, at)
    .set((eb) => ({ position: 0, passes: eb('passes', '+', 1), ended_at: null, updated_at: now }))
    .execute()
}

export async function endReseal(tx: Db, at: ResealPlace, now: Date): Promise<void> {
  await whereAt(tx, at).set({ ended_at: now, updated_at: now }).execute()
}
