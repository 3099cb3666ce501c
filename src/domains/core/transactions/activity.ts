// The activity feed: transactions of all accounts of a user in the form that apps show. A transfer between two of
// the user's own accounts is shown once for each side.
import type { PageRequest } from '../../../kernel/page.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { listRecent, listTransactions } from './service.ts'
import type { toTransaction } from './view.ts'

type Transaction = ReturnType<typeof toTransaction>

type ActivityFilter = 'all' | 'income' | 'expenses'

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The kind of a payment to a merchant; only the bank itself sets it, so its texts can be trusted. */
const MERCHANT_PAYMENT = 'merchant_payment'

export function toActivity(transaction: Transaction) {
  const { uuid, direction, amount, asset_code, created_at, status, metadata } = transaction
  const isIn = direction === 'incoming'
  const isMerchant = transaction.subtype === MERCHANT_PAYMENT
  const [own, other] = [transaction.account_uuid, transaction.related_account_uuid]
  return {
    id: uuid,
    type: isIn
      ? ('transfer_in' as const)
      : isMerchant
        ? ('merchant_payment' as const)
        : ('transfer_out' as const),
    amount: isIn ? amount : `-${amount}`,
    asset: asset_code,
    timestamp: created_at,
    status,
    protected: isMerchant && metadata['protected'] === true,
    counterpartyName: transaction.counterparty_name,
    merchantName: isMerchant && !isIn ? text(metadata['merchant_name']) : null,
    merchantIconUrl: isMerchant && !isIn ? text(metadata['merchant_icon_url']) : null,
    fromAddress: isIn ? other : own,
    toAddress: isIn ? own : other,
  }
}

const directionOf = (filter: ActivityFilter): { direction?: 'incoming' | 'outgoing' } =>
  filter === 'all' ? {} : { direction: filter === 'income' ? 'incoming' : 'outgoing' }

const SORT = '-created_at'

export async function listActivity(
  { filter = 'all', ...page }: PageRequest & { readonly filter?: ActivityFilter },
  ctx: Context,
  assets: AssetCatalogue,
) {
  const request = { ...page, ...directionOf(filter), sort: SORT }
  const { transactions, total } = await listTransactions(undefined, request, ctx, assets)
  return { items: transactions.map(toActivity), total }
}

/** The activity before an item, or the newest; ids begin with their time, so nothing is counted or skipped. */
export async function listActivityBefore(
  { filter, before, limit }: ActivityBefore,
  ctx: Context,
  assets: AssetCatalogue,
) {
  const request = {
    ...directionOf(filter),
    sort: SORT,
    ...(before && { end_date: before.time.toISOString() }),
  }
  const found: Transaction[] = []
  let hasPassed = before === undefined
  for (let page = 1; found.length <= limit; page++) {
    const rows = await listRecent({ ...request, page, per_page: PAGE }, ctx, assets)
    for (const row of rows) {
      const isOlder = before !== undefined && new Date(row.created_at) < before.time
      if (hasPassed || isOlder) found.push(row)
      hasPassed ||= isOlder || row.uuid === before?.id
    }
    if (rows.length < PAGE) break
  }
  return { items: found.slice(0, limit).map(toActivity), has_more: found.length > limit }
}

const PAGE = 100

export interface ActivityBefore {
  readonly filter: ActivityFilter
  readonly before?: { readonly id: string; readonly time: Date } | undefined
  readonly limit: number
}
