// Reads transactions: one by its id, those of an account, page by page or as they arrive, or those of all accounts of
// the caller.
import { boundedTotal, COUNTED_MAX, type PageRequest, windowOf } from '../../../kernel/page.ts'
import { parseDecimal } from '../../../kernel/money.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Value } from '../../../kernel/value.ts'
import { Forbidden, NotFound } from '../../../operation/error.ts'
import type { Listen } from '../../../operation/event-listener.ts'
import { toLiveItems } from '../../../operation/live-field.ts'
import type { Context } from '../../../operation/operation.ts'
import type { MoveType } from '../../../operation/posting.ts'
import { getCallerAccount, listAllCallerAccounts, listAccountsByIds } from '../accounts/index.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import {
  type Account,
  countHistory,
  findAccounts,
  findHistoryRow,
  getAccount,
  type HistoryFilter,
  type HistoryRow,
  type HistorySearch,
  type HistorySort,
  isCountKept,
  listHistory,
  listNewestOfEach,
  canUse,
  readNewestPage,
  readTransactionId,
  type Weights,
} from '../ledger/index.ts'
import { TransactionCreated } from './events.ts'
import { checkOrder, readTime } from './period.ts'
import type * as schema from './schema.ts'
import { toTransaction } from './view.ts'

export interface HistoryRequest extends PageRequest {
  readonly type?: MoveType
  readonly status?: HistoryRow['status']
  readonly direction?: 'incoming' | 'outgoing'
  readonly asset_code?: string
  readonly search?: string
  readonly start_date?: string
  readonly end_date?: string
  readonly sort: string
}

/** The transactions of one account, or of all accounts that the caller owns or manages. */
export async function listTransactions(
  accountId: string | undefined,
  request: HistoryRequest,
  ctx: Context,
  assets: AssetCatalogue,
) {
  const accounts =
    accountId === undefined
      ? (await listAllCallerAccounts(ctx)).map(({ account }) => account)
      : [await getAccount(ctx.tx, accountId, ctx.caller)]
  if (accountId !== undefined && isPlain(request)) {
    const { rows, total } = await readNewestPage(ctx.tx, {
      account: accounts[0]!.id,
      asset: request.asset_code?.toUpperCase(),
      ...windowOf(request),
    })
    return { transactions: rows.map((row) => toTransaction(row, assets)), total }
  }
  const filter = readFilter(request, accounts, assets)
  const list = () => listHistory(ctx.tx, filter, readSort(request.sort), weightsOf(assets), request)
  const count = () => countHistory(ctx.tx, filter)
  const isKept = isCountKept(filter)
  const { rows, counted } = await (request.page === 1
    ? readBoth(list, count)
    : readUnlessBeyond(list, count, request, isKept))
  const total = isKept ? counted : boundedTotal(counted, rows.length, request)
  return { transactions: rows.map((row) => toTransaction(row, assets)), total }
}

/** A page of the transactions of all accounts of the caller, newest first and uncounted. */
export async function listRecent(request: HistoryRequest, ctx: Context, assets: AssetCatalogue) {
  const accounts = (await listAllCallerAccounts(ctx)).map(({ account }) => account)
  const filter = readFilter(request, accounts, assets)
  const rows = await listHistory(ctx.tx, filter, readSort(request.sort), weightsOf(assets), request)
  return rows.map((row) => toTransaction(row, assets))
}

/** The newest transactions of each of several accounts that the caller may use. */
export async function listNewestOfMany(
  ids: readonly string[],
  limit: number,
  ctx: Context,
  assets: AssetCatalogue,
) {
  const accounts = (await listAccountsByIds(ids, ctx)).map(({ account }) => account)
  const request = { page: 1, per_page: limit, sort: '-created_at' }
  const rows = await listNewestOfEach(ctx.tx, readFilter(request, accounts, assets), limit)
  const byAccount = Map.groupBy(rows, (row) => row.account_id)
  return accounts.map(({ id }) => ({
    account_uuid: id,
    transactions: (byAccount.get(id) ?? []).map((row) => toTransaction(row, assets)),
  }))
}

/** Pages up to this row are read along the numbers of moves, without counting first. */
const PLAIN_UNTIL = 1_000

/** Whether it asks for the newest of all transactions, or of all of one asset. */
const isPlain = ({
  type,
  status,
  direction,
  search,
  start_date,
  end_date,
  sort,
  ...page
}: HistoryRequest) =>
  [type, status, direction, search, start_date, end_date].every((filter) => filter === undefined) &&
  sort === '-created_at' &&
  page.page * page.per_page <= PLAIN_UNTIL

type List = () => Promise<HistoryRow[]>
type Count = () => Promise<number>

async function readBoth(list: List, count: Count) {
  const [rows, counted] = await Promise.all([list(), count()])
  return { rows, counted }
}

/** Counts first: to find that a page is beyond the end, the list query would read every row. */
async function readUnlessBeyond(list: List, count: Count, request: PageRequest, isKept: boolean) {
  const counted = await count()
  // A list that was not counted to its end may reach any page.
  const isBeyond = counted <= windowOf(request).offset && (isKept || counted <= COUNTED_MAX)
  return { rows: isBeyond ? [] : await list(), counted }
}

function readFilter(
  request: HistoryRequest,
  accounts: readonly Account[],
  assets: AssetCatalogue,
): HistoryFilter {
  const { start_date, end_date, type, status, direction } = request
  const start = start_date === undefined ? undefined : readTime(start_date, 'start_date', 'first')
  const end = end_date === undefined ? undefined : readTime(end_date, 'end_date', 'last')
  if (start && end) checkOrder(start, end, 'end_date')
  const asset = request.asset_code?.toUpperCase()
  return {
    accounts: accounts.map((account) => account.id),
    books: accounts
      .flatMap((account) => [...account.books.values()])
      // Balances without a move stay: a pending transfer may reach one of them before its history is read.
      .filter((book) => asset === undefined || book.asset === asset),
    asset,
    type,
    status,
    side: direction && (direction === 'incoming' ? 'to' : 'from'),
    search: readSearch(request.search, assets),
    start,
    end,
  }
}

/** A text that is a number is also searched as an amount of each asset. */
function readSearch(text: string | undefined, assets: AssetCatalogue): HistorySearch | undefined {
  const wanted = text?.trim() ?? ''
  if (wanted === '') return undefined
  const amounts = assets.list().flatMap((asset) => {
    const amount = parseDecimal(wanted, asset)
    return amount ? { asset: asset.code, units: amount.units } : []
  })
  return { text: wanted, amounts }
}

const readSort = (text: string): HistorySort => ({
  by: text.replace(/^-/, '') as HistorySort['by'],
  descending: text.startsWith('-'),
})

/**
 * The factor that brings the units of each asset to the same number of decimal places, so that
 * amounts of different assets sort as numbers: 2.5 before 10.
 */
function weightsOf(assets: AssetCatalogue): Weights {
  const list = assets.list()
  const finest = Math.max(...list.map((asset) => asset.precision))
  return new Map(list.map(({ code, precision }) => [code, 10n ** BigInt(finest - precision)]))
}

export async function getTransaction(id: string, ctx: Context, assets: AssetCatalogue) {
  return toTransaction((await getHistoryRow(id, ctx)).row, assets)
}

/** A transaction and its account; the caller must be allowed to use that account. */
export async function getHistoryRow(
  id: string,
  ctx: Context,
): Promise<{ readonly row: HistoryRow; readonly account: Account }> {
  const which = isUuid(id) ? readTransactionId(id) : undefined
  const row = which && (await findHistoryRow(ctx.tx, which))
  const account = row && (await findAccounts(ctx.tx, [row.account_id])).get(row.account_id)
  const isThere =
    account?.environment === ctx.caller.environment &&
    account.status !== 'closed' &&
    account.code === null
  if (!row || !isThere) throw NotFound({ what: 'transaction', id })
  if (!canUse(account, ctx.caller))
    throw Forbidden({ reason: 'This transaction is on an account that is not yours.' })
  return { row, account }
}

/** The new transactions of an account; those of the other side of a transfer are not among them. */
export async function followTransactions(
  { uuid, after }: { readonly uuid: string; readonly after?: string },
  ctx: Context,
  listen: Listen,
): Promise<AsyncIterable<Value<typeof schema.TransactionArrival> | undefined>> {
  const { id } = (await getCallerAccount(uuid, ctx)).account
  const events = await listen({ types: [TransactionCreated.type], account: id, after }, ctx)
  return toLiveItems<Value<typeof schema.Transaction>>(events, (data) => data.account_uuid === id)
}
