// All SQL of the schema `assets`.
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'

export const listAssets = (tx: Db) =>
  tx
    .selectFrom('assets.assets')
    .select(['code', 'name', 'type', 'symbol', 'precision', 'is_active', 'is_tradeable'])
    .orderBy('code')
    .execute()

/** What one of each asset is worth in dollars now: the newest rate that is valid. */
export async function listDollarRates(tx: Db, now: Date) {
  const { rows } = await sql<{ code: string; rate: string }>`
    select distinct on (from_asset) from_asset as code, rate::text as rate
    from assets.rates
    where to_asset = 'USD' and valid_at <= ${now} and (expires_at is null or expires_at > ${now})
    order by from_asset, valid_at desc`.execute(tx)
  return rows
}
