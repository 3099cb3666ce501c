// What happened to a user's money, over all accounts, in the words of a wallet: it came in or it went
// out. The same transactions as everywhere else, seen from each side that is theirs.
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
      // Nothing in this bank is hidden behind a proof.
      protected: false,
    }
  })
  return { items, total }
}

/** As many as wanted, within what is shown at once. */
export async function listRecent(limit: number, ctx: Context, assets: AssetCatalogue) {
  const per_page = Math.min(Math.max(limit, 1), ACTIVITY_MAX)
  const { items, total } = await listActivity({ page: 1, per_page }, ctx, assets)
  return { items, count: items.length, has_more: total > items.length }
}
