// Reads the balances of an account at a past instant, and the balance in the shapes of the older API.
import {
  formatDecimal,
  formatMoney,
  multiplyDivide,
  toJsonInteger,
} from '../../../../kernel/money.ts'
import type { Context } from '../../../../operation/operation.ts'
import { getCallerAccount } from '../../accounts/index.ts'
import type { AssetCatalogue } from '../../assets/index.ts'
import { getAccount, listBooksInPeriod, listTurnovers } from '../../ledger/index.ts'
import { monthOf, readTime } from '../period.ts'

/** Lists every asset that had a move by then. */
export async function getBalancesAt(
  accountId: string,
  instantText: string,
  ctx: Context,
  assets: AssetCatalogue,
) {
  const account = await getAccount(ctx.tx, accountId, ctx.caller)
  const instant = readTime(instantText, 'instant', 'last')
  const books = await listBooksInPeriod(ctx.tx, account.id, { from: instant, to: instant })
  return {
    account_uuid: account.id,
    instant: instant.toISOString(),
    balances: books
      .filter((book) => book.close_seq > 0)
      .map(({ asset: code, close_units: units, close_seq }) => {
        const asset = assets.get(code)
        return {
          asset_code: code,
          balance: toJsonInteger(units),
          total_balance: formatDecimal({ units, asset }),
          formatted: formatMoney({ units, asset }),
          sequence: close_seq,
        }
      }),
  }
}

const LEGACY_ASSET = 'USD'
const MONTHS = 12

async function listMonths(account: string, from: Date, ctx: Context) {
  const [book] = await listBooksInPeriod(ctx.tx, account, { from, to: ctx.now }, LEGACY_ASSET)
  if (!book) return []
  const { open_seq: after, close_seq: until } = book
  return listTurnovers(ctx.tx, { account, asset: LEGACY_ASSET, after, until })
}

/** The balance in US dollars, and the debits and credits of the current month. */
export async function getLegacyBalance(accountId: string, ctx: Context) {
  const { account, row } = await getCallerAccount(accountId, ctx)
  const book = account.books.get(LEGACY_ASSET)
  const start = monthOf(ctx.now)
  const [turnover] = await listMonths(account.id, start, ctx)
  return {
    account_uuid: account.id,
    balance: toJsonInteger(book?.units ?? 0n),
    frozen: account.status === 'frozen',
    last_updated: book && book.seq > 0 ? new Date(book.moved_at).toISOString() : row.created_at,
    turnover: turnover
      ? {
          debit: toJsonInteger(turnover.debit),
          credit: toJsonInteger(turnover.credit),
          period_start: start.toISOString(),
          period_end: new Date(monthOf(ctx.now, 1).getTime() - 1).toISOString(),
        }
      : null,
  }
}

/** Covers the last twelve months, the current one included; months without moves are left out. */
export async function getLegacySummary(accountId: string, ctx: Context) {
  const account = await getAccount(ctx.tx, accountId, ctx.caller)
  const months = await listMonths(account.id, monthOf(ctx.now, 1 - MONTHS), ctx)
  const sum = (side: 'debit' | 'credit') => months.reduce((total, one) => total + one[side], 0n)
  const average = (total: bigint) =>
    months.length === 0
      ? 0
      : toJsonInteger(multiplyDivide(total, 1n, BigInt(months.length), 'half-even'))
  const [debit, credit] = [sum('debit'), sum('credit')]
  return {
    account_uuid: account.id,
    current_balance: toJsonInteger(account.books.get(LEGACY_ASSET)?.units ?? 0n),
    frozen: account.status === 'frozen',
    statistics: {
      total_debit_12_months: toJsonInteger(debit),
      total_credit_12_months: toJsonInteger(credit),
      average_monthly_debit: average(debit),
      average_monthly_credit: average(credit),
      months_analyzed: months.length,
    },
    monthly_turnovers: months.map((one) => ({
      month: one.month,
      debit: toJsonInteger(one.debit),
      credit: toJsonInteger(one.credit),
      net: toJsonInteger(one.credit - one.debit),
    })),
  }
}
