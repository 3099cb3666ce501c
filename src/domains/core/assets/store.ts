// SQL of the table `assets.assets`; the SQL of rates is in rate-store.ts.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

export const listAssets = (tx: Db) =>
  tx
    .selectFrom('assets.assets')
    .select([
      'code',
      'name',
      'type',
      'symbol',
      'precision',
      'is_active',
      'is_tradeable',
      'max_amount',
    ])
    .orderBy('code')
    .execute()

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'assets.assets.metadata': Readonly<Record<string, unknown>>
  }
}

export type AssetRow = Row<'assets.assets'>

export const findAsset = (tx: Db, code: string) =>
  tx.selectFrom('assets.assets').selectAll().where('code', '=', code).executeTakeFirst()

export interface AssetFilter {
  readonly include_inactive: boolean
  readonly type: AssetRow['type'] | undefined
  /** Part of the code or of the name, in any case. */
  readonly search: string | undefined
}

export const searchAssets = (tx: Db, filter: AssetFilter) =>
  tx
    .selectFrom('assets.assets')
    .selectAll()
    .$if(!filter.include_inactive, (query) => query.where('is_active', '=', true))
    .$if(filter.type !== undefined, (query) => query.where('type', '=', filter.type!))
    .$if(filter.search !== undefined, (query) =>
      query.where(
        sql<boolean>`position(lower(${filter.search}) in lower(code || ' ' || name)) > 0`,
      ),
    )
    .orderBy('code')
    .execute()

/** Counts the assets and locks the table, so that no other transaction adds one until this one ends. */
export async function countAssets(tx: Db): Promise<number> {
  await sql`lock table assets.assets in share row exclusive mode`.execute(tx)
  const { rows } = await sql<{ n: string }>`select count(*) as n from assets.assets`.execute(tx)
  return Number(rows[0]!.n)
}

export interface NewAsset {
  readonly code: string
  readonly name: string
  readonly type: AssetRow['type']
  readonly symbol: string
  readonly precision: number
  readonly is_active: boolean
  readonly is_tradeable: boolean
  /** In whole units. */
  readonly max_amount: number
  readonly metadata: object
}

/** Undefined when the code is already taken. */
export const insertAsset = (tx: Db, asset: NewAsset, now: Date) =>
  tx
    .insertInto('assets.assets')
    .values({
      ...asset,
      metadata: JSON.stringify(asset.metadata),
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returningAll()
    .executeTakeFirst()

export interface AssetChange {
  readonly name?: string
  readonly symbol?: string
  readonly is_active?: boolean
  readonly is_tradeable?: boolean
  readonly max_amount?: number
  readonly metadata?: object
}

export const updateAsset = (
  tx: Db,
  code: string,
  { metadata, ...change }: AssetChange,
  now: Date,
) =>
  tx
    .updateTable('assets.assets')
    .set({
      ...change,
      ...(metadata && { metadata: JSON.stringify(metadata) }),
      updated_at: now,
    })
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirstOrThrow()
