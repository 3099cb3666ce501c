// Statements (camt.053) and notifications (camt.054) of an account in one currency. The serving thread finds the
// account and the range of its moves; a worker thread writes the entries to a file, slice by slice, so that
// neither the memory nor the time of one task grows with their number.
import { formatDecimal } from '../../../../kernel/money.ts'
import type { Bank } from '../../../../operation/bank.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import { tasksOf } from '../../../../platform/workers.ts'
import type { AccountDirectory, BankIdentity } from '../../../core/account-numbers/index.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import {
  type Account,
  type BookInPeriod,
  findHistoryRow,
  getAccount,
  listBooksInPeriod,
  readTransactionId,
} from '../../../core/ledger/index.ts'
import { type Period, readPeriod } from '../../../core/transactions/index.ts'
import { findUser } from '../../../people/identity/index.ts'
import type * as tasks from './tasks.ts'

export interface StatementOptions extends Pick<Bank, 'longWork' | 'scratch'> {
  readonly assets: AssetCatalogue
  readonly directory: AccountDirectory
  readonly identity: BankIdentity
}

export interface StatementRequest {
  readonly account: string
  readonly from?: string
  readonly to?: string
  readonly currency?: string
  /** A notification may be about one transaction instead of a period. */
  readonly transaction?: string
}

export type StatementKind = 'camt.053' | 'camt.054'

/** A statement without its entries; plain data, because it is passed to a worker thread. */
export interface StatementPlan {
  readonly kind: StatementKind
  readonly id: string
  readonly now: string
  readonly account: string
  readonly owner: string | null
  readonly currency: string
  readonly precision: number
  readonly period: { readonly from: string; readonly to: string }
  /** The numbers of the last move before the period and of the last move in it. */
  readonly after: number
  readonly until: number
  readonly opening: string
  readonly closing: string
  readonly identity: BankIdentity
}

const task = tasksOf<typeof tasks>(new URL('./tasks.ts', import.meta.url))

export async function planStatement(
  kind: StatementKind,
  request: StatementRequest,
  ctx: Context,
  { assets, directory, identity }: StatementOptions,
): Promise<StatementPlan> {
  const account = await findAccount(request.account, ctx, directory)
  const one =
    request.transaction === undefined
      ? undefined
      : await findMove(request.transaction, account, ctx)
  const period = one?.period ?? readPeriod(request, ctx.now)
  const books = await listBooksInPeriod(ctx.tx, account.id, period, one?.asset ?? request.currency)
  const book = chooseBook(books, request.currency, assets)
  const asset = assets.get(book.asset)
  const owner = account.user_uuid === null ? undefined : await findUser(ctx.tx, account.user_uuid)
  const write = (units: bigint) => formatDecimal({ units, asset })
  return {
    kind,
    id: idOf(kind, account, ctx.now),
    now: ctx.now.toISOString(),
    account: account.id,
    owner: owner?.name ?? null,
    currency: asset.code,
    precision: asset.precision,
    period: { from: period.from.toISOString(), to: period.to.toISOString() },
    after: one ? one.seq - 1 : book.open_seq,
    until: one ? one.seq : book.close_seq,
    opening: write(book.open_units),
    closing: write(book.close_units),
    identity,
  }
}

/** An account by its uuid, its IBAN or its number. */
async function findAccount(
  written: string,
  ctx: Context,
  directory: AccountDirectory,
): Promise<Account> {
  const id = await directory.find(ctx.tx, { account: written })
  if (id === undefined) throw NotFound({ what: 'account', id: written })
  return getAccount(ctx.tx, id, ctx.caller)
}

async function findMove(id: string, account: Account, ctx: Context) {
  const which = isUuid(id) ? readTransactionId(id) : undefined
  const row = which && (await findHistoryRow(ctx.tx, which))
  if (row?.account_id !== account.id || row.seq === null || row.completed_at === null)
    throw Invalid({
      errors: { transaction: [`The account has no completed transaction ${id}.`] },
    })
  const time = new Date(row.completed_at)
  const period: Period = { from: time, to: time }
  return { period, asset: row.asset, seq: Number(row.seq) }
}

/** Amounts in these messages have a currency of three letters, and five decimals at most. */
const DECIMALS_MAX = 5
const isWritable = ({ code, precision }: { readonly code: string; readonly precision: number }) =>
  /^[A-Z]{3}$/.test(code) && precision <= DECIMALS_MAX

/** The requested currency, or the only one in which anything was booked. */
function chooseBook(
  books: readonly BookInPeriod[],
  currency: string | undefined,
  assets: AssetCatalogue,
): BookInPeriod {
  const refuse = (sentence: string) => Invalid({ errors: { currency: [sentence] } })
  const used = books.filter((book) => book.close_seq > 0)
  const [book, other] = used
  if (!book)
    throw refuse(
      currency === undefined
        ? 'Nothing has been booked on the account by the end of this period.'
        : `No ${currency} has been booked on the account by the end of this period.`,
    )
  if (other)
    throw refuse(
      `The account has ${used.map(({ asset }) => asset).join(', ')}; name one of them as currency.`,
    )
  if (!isWritable(assets.get(book.asset)))
    throw refuse(
      `${book.asset} cannot be written in this message, which has currencies of three letters and at most ${DECIMALS_MAX} decimals.`,
    )
  return book
}

/** At most 35 characters; unique for each millisecond. */
const idOf = (kind: StatementKind, { id }: Account, now: Date): string =>
  `${kind === 'camt.053' ? 'S' : 'N'}${id.replaceAll('-', '').slice(0, 22)}-${now.getTime().toString(36)}`

export const summarize = (plan: StatementPlan, ctx: Context, { longWork }: StatementOptions) =>
  longWork(task('summarize'), plan, ctx.caller)

/** The document as a stream from a file that exists only while it is sent. */
export async function renderStatement(
  plan: StatementPlan,
  ctx: Context,
  options: StatementOptions,
) {
  const { longWork, scratch } = options
  const summary = await summarize(plan, ctx, options)
  const path = await scratch.newPath()
  try {
    for (let from = plan.after; ; ) {
      const next = await longWork(task('writeSlice'), { plan, summary, path, from }, ctx.caller)
      if (next === undefined) break
      from = next
    }
  } catch (error) {
    await scratch.discard(path)
    throw error
  }
  return { name: `${plan.kind}-${plan.id}.xml`, body: scratch.readOnce(path) }
}
