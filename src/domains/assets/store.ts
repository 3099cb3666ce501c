// SQL of the assets themselves; that of their rates is in rate-store.ts.
import type { Db } from '../../platform/database.ts'

export const listAssets = (tx: Db) =>
  tx
    .selectFrom('assets.assets')
    .select(['code', 'name', 'type', 'symbol', 'precision', 'is_active', 'is_tradeable'])
    .orderBy('code')
    .execute()
