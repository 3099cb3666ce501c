// The latest incoming and outgoing transfers of all accounts of a user.
import type { Context } from '../../../operation/operation.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { listActivity } from '../../core/transactions/index.ts'

export const ACTIVITY_MAX = 50

/** The latest items; the limit is clamped to 1 to `ACTIVITY_MAX`. */
export async function listRecent(limit: number, ctx: Context, assets: AssetCatalogue) {
  const per_page = Math.min(Math.max(limit, 1), ACTIVITY_MAX)
  const { items, total } = await listActivity({ page: 1, per_page }, ctx, assets)
  return { items, count: items.length, has_more: total > items.length }
}
