// The activity feed of a user over all of their accounts: incoming and outgoing transfers. A transfer
// between two of the user's own accounts is shown once for each side.
import type { PageRequest } from '../../../kernel/page.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { listTransactions } from '../../core/transactions/index.ts'

export const ACTIVITY_MAX = 50

export async function listActivity(request: PageRequest, ctx: Context, assets: AssetCatalogue) {
  const history = { ...request, sort: '-created_at' }
  const { transactions, total } = await listTransactions(undefined, history, ctx, assets)
  const items = transactions.map(({ uuid, direction, amount, asset_code, created_at, status }) => {
    const isIn = direction === 'incoming'
    return {
      id: uuid,
      type: isIn ? ('transfer_in' as const) : ('transfer_out' as const),
      amount: isIn ? amount : `-${amount}`,
      asset: asset_code,
      timestamp: created_at,
      status,
      // This bank has no shielded transactions.
      protected: false,
    }
  })
  return { items, total }
}

/** The latest items; the limit is clamped to 1 to `ACTIVITY_MAX`. */
export async function listRecent(limit: number, ctx: Context, assets: AssetCatalogue) {
  const per_page = Math.min(Math.max(limit, 1), ACTIVITY_MAX)
  const { items, total } = await listActivity({ page: 1, per_page }, ctx, assets)
  return { items, count: items.length, has_more: total > items.length }
}
