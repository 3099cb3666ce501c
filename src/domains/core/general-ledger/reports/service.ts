// The reports of the general ledger: trial balance, balance sheet and income statement. All of them come from the
// positions at the ends of a range of days.
import { addDays, dayOf } from '../../../../kernel/days.ts'
import { toPage } from '../../../../kernel/page.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readAsset } from '../../assets/index.ts'
import { requireBookkeeper } from '../access.ts'
import { type AccountRow, listChart } from '../accounts/store.ts'
import { showUnits } from '../amounts.ts'
import { compareText, netOf, type Position, readPositions } from '../balances.ts'
import type { AccountType } from '../chart.ts'
import { checkDays } from '../days.ts'
import { booksOf, type LedgerOptions } from '../options.ts'
import { onNormalSide } from '../view.ts'

export interface TrialBalanceRequest {
  readonly from?: string
  readonly to?: string
  readonly currency?: string
  readonly type?: AccountType
  readonly page: number
  readonly per_page: number
}

interface Movement {
  readonly account: AccountRow
  readonly currency: string
  /** Debit less credit at both ends. */
  readonly opening: bigint
  readonly closing: bigint
}

/** The positions at both ends of a range; without a first day it begins before everything. */
async function readMovements(
  { from, to, currency }: Pick<TrialBalanceRequest, 'from' | 'to' | 'currency'>,
  ctx: Context,
  options: LedgerOptions,
  unitsOf: (position: Position) => bigint = netOf,
): Promise<Movement[]> {
  const books = booksOf(ctx, options)
  const chart = new Map((await listChart(ctx.tx, books.environment)).map((row) => [row.code, row]))
  const before = from === undefined ? [] : await readPositions(books, addDays(from, -1))
  const after = await readPositions(books, to)
  const key = ({ account_code, currency: of }: Position): string => `${account_code} ${of}`
  const openings = new Map(before.map((one) => [key(one), unitsOf(one)]))
  const closings = new Map(after.map((one) => [key(one), unitsOf(one)]))
  const known = new Map([...before, ...after].map((one) => [key(one), one]))
  return [...known]
    .filter(([, one]) => currency === undefined || one.currency === currency)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([name, one]) => ({
      account: chart.get(one.account_code)!,
      currency: one.currency,
      opening: openings.get(name) ?? 0n,
      closing: closings.get(name) ?? 0n,
    }))
}

const positive = (units: bigint): bigint => (units > 0n ? units : 0n)

export async function makeTrialBalance(
  { page, per_page, type, ...request }: TrialBalanceRequest,
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  const { from, to, currency } = request
  checkDays({ from, to }, ctx.now)
  const { assets } = options
  if (currency !== undefined) readAsset(assets, currency, 'currency')
  const movements = await readMovements(request, ctx, options)
  const wanted = movements.filter(({ account }) => type === undefined || account.type === type)
  const rows = wanted.map(({ account, currency: of, opening, closing }) => {
    const moved = closing - opening
    const show = (units: bigint): string => showUnits(assets, of, units)
    return {
      account_code: account.code,
      name: account.name,
      type: account.type,
      currency: of,
      debit: show(positive(moved)),
      credit: show(positive(-moved)),
      balance: show(onNormalSide(account.type, moved)),
      opening_balance: show(onNormalSide(account.type, opening)),
      closing_balance: show(onNormalSide(account.type, closing)),
    }
  })
  const sums = [...Map.groupBy(movements, (one) => one.currency)]
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([of, some]) => toTotal(of, some, assets))
  const first = currency ?? 'USD'
  const window = { page, per_page }
  const start = (page - 1) * per_page
  return {
    ...toPage(rows.slice(start, start + per_page), rows.length, window),
    from: from ?? null,
    to: to ?? dayOf(ctx.now),
    totals: {
      ...(sums.find((one) => one.currency === first) ?? toTotal(first, [], assets)),
      balanced: sums.every((one) => one.balanced),
      currencies: sums,
    },
  }
}

function toTotal(
  currency: string,
  movements: readonly Movement[],
  assets: LedgerOptions['assets'],
) {
  let debit = 0n
  let credit = 0n
  for (const { opening, closing } of movements) {
    debit += positive(closing - opening)
    credit += positive(opening - closing)
  }
  return {
    currency,
    debit: showUnits(assets, currency, debit),
    credit: showUnits(assets, currency, credit),
    balanced: debit === credit,
  }
}

interface Section {
  readonly total: bigint
  readonly rows: { readonly account_code: string; readonly name: string; readonly amount: string }[]
}

export async function makeBalanceSheet(
  { date, currency }: { readonly date?: string; readonly currency: string },
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  checkDays({ from: undefined, to: date }, ctx.now)
  const { assets } = options
  readAsset(assets, currency, 'currency')
  const movements = await readMovements({ ...(date && { to: date }), currency }, ctx, options)
  const section = sectionsOf(movements, currency, options)
  const [asset, liability, equity] = [section('asset'), section('liability'), section('equity')]
  const earnings = section('revenue').total - section('expense').total
  const show = (units: bigint): string => showUnits(assets, currency, units)
  return {
    date: date ?? dayOf(ctx.now),
    currency,
    assets: asset.rows,
    liabilities: liability.rows,
    equity: equity.rows,
    current_earnings: show(earnings),
    total_assets: show(asset.total),
    total_liabilities: show(liability.total),
    total_equity: show(equity.total + earnings),
    balanced: asset.total === liability.total + equity.total + earnings,
  }
}

export async function makeIncomeStatement(
  {
    from,
    to,
    currency,
  }: { readonly from?: string; readonly to?: string; readonly currency: string },
  ctx: Context,
  options: LedgerOptions,
) {
  requireBookkeeper(options.mode, ctx.caller)
  const { assets } = options
  const last = to ?? dayOf(ctx.now)
  const first = from ?? `${last.slice(0, 4)}-01-01`
  checkDays({ from: first, to: last }, ctx.now)
  readAsset(assets, currency, 'currency')
  // Income that a closing moved to equity still counts as earned.
  const earned = ({ core, journal }: Position): bigint => core + journal
  const movements = await readMovements({ from: first, to: last, currency }, ctx, options, earned)
  const section = sectionsOf(movements, currency, options)
  const [revenue, expense] = [section('revenue'), section('expense')]
  const show = (units: bigint): string => showUnits(assets, currency, units)
  return {
    from: first,
    to: last,
    currency,
    revenue: revenue.rows,
    expenses: expense.rows,
    total_revenue: show(revenue.total),
    total_expenses: show(expense.total),
    net_income: show(revenue.total - expense.total),
  }
}

/** The accounts of a type that moved, and their sum, on the normal side of the type. */
const sectionsOf =
  (movements: readonly Movement[], currency: string, { assets }: LedgerOptions) =>
  (type: AccountType): Section => {
    const rows = movements
      .filter(({ account }) => account.type === type)
      .map(({ account, opening, closing }) => ({
        account_code: account.code,
        name: account.name,
        units: onNormalSide(type, closing - opening),
      }))
      .filter(({ units }) => units !== 0n)
    return {
      total: rows.reduce((sum, { units }) => sum + units, 0n),
      rows: rows.map(({ units, ...row }) => ({
        ...row,
        amount: showUnits(assets, currency, units),
      })),
    }
  }
