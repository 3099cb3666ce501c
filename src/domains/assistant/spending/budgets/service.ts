// Budgets: how much a user wants to spend on a category in a week, a month or a year. What was spent is computed on
// each read, as in a spending analysis of the current period.
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { formatDecimal, multiplyDivide } from '../../../../kernel/money.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { ownerOf } from '../../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import { readAmount, readUnits } from '../../../core/assets/for-tasks.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import * as store from './store.ts'
import type { BudgetRow } from './store.ts'
import { EXCHANGE, OWN_TRANSFERS, toCategory } from '../categories.ts'
import { dayOf, endOf, type Span, startOf, type Unit, unitAround, writeDay } from '../days.ts'
import { BudgetExists, TooManyBudgets } from '../errors.ts'
import { scopeOf } from '../sums/scope.ts'
import { sumByCategory } from './spent-store.ts'
import { lockOwner, type Owner } from '../rules/store.ts'

/** The maximum of budgets per user. */
export const BUDGETS_MAX = 50
export const WARNING_BY_DEFAULT = 80

export const BUDGET_JOB = 'spending.check_budgets'

export interface BudgetOptions {
  readonly assets: AssetCatalogue
  readonly jobs: Pick<Jobs, 'send'>
}

interface NewBudget {
  readonly category: string
  readonly asset_code: string
  readonly period: BudgetRow['period']
  readonly amount: string | number
  readonly warning_percent: number
}

export async function createBudget(input: NewBudget, ctx: Context, options: BudgetOptions) {
  const category = toCategory(input.category)
  if (category === EXCHANGE || category === OWN_TRANSFERS)
    throw Invalid({
      errors: { category: [`Nothing is spent by ${category}; a budget would stay empty.`] },
    })
  const { asset, units } = readAmount(options.assets, {
    amount: input.amount,
    asset_code: input.asset_code,
  })
  const person = ownerOf(ctx)
  await lockOwner(ctx.tx, person)
  if ((await store.listAllBudgets(ctx.tx, person)).length >= BUDGETS_MAX)
    throw TooManyBudgets({ most: BUDGETS_MAX })
  const row = await store.insertBudget(
    ctx.tx,
    {
      ...person,
      id: uuidv7(ctx.now),
      category,
      asset: asset.code,
      period: input.period,
      limit_units: String(units),
      warning_percent: input.warning_percent,
    },
    ctx.now,
  )
  if (!row) throw BudgetExists({ category, asset: asset.code, period: input.period })
  await checkSoon(ctx, options)
  return toBudget(row, options.assets)
}

export async function changeBudget(
  id: string,
  change: { readonly amount?: string | number; readonly warning_percent?: number },
  ctx: Context,
  options: BudgetOptions,
) {
  if (change.amount === undefined && change.warning_percent === undefined)
    throw Invalid({ errors: { amount: ['Send an amount, a warning percentage, or both.'] } })
  await lockOwner(ctx.tx, ownerOf(ctx))
  const row = await getBudget(id, ctx)
  const asset = options.assets.get(row.asset)
  const changed = await store.updateBudget(
    ctx.tx,
    row.id,
    {
      limit_units:
        change.amount === undefined ? row.limit_units : String(readUnits(change.amount, asset)),
      warning_percent: change.warning_percent ?? row.warning_percent,
    },
    ctx.now,
  )
  await checkSoon(ctx, options)
  return toBudget(changed, options.assets)
}

export async function deleteBudget(id: string, ctx: Context): Promise<void> {
  await lockOwner(ctx.tx, ownerOf(ctx))
  await store.deleteBudget(ctx.tx, (await getBudget(id, ctx)).id)
}

/** Another user's budget is reported as not found. */
export async function getBudget(
  id: string,
  ctx: Pick<Context, 'caller' | 'tx'>,
): Promise<BudgetRow> {
  const row = isUuid(id) ? await store.findBudget(ctx.tx, ownerOf(ctx), id) : undefined
  if (!row) throw NotFound({ what: 'budget', id })
  return row
}

/** A new or changed budget may be spent already. */
export async function checkSoon(ctx: Context, { jobs }: Pick<BudgetOptions, 'jobs'>) {
  await store.noteChecks(ctx.tx, [ownerOf(ctx)], ctx.now)
  await jobs.send(ctx.tx, BUDGET_JOB, {})
}

export interface BudgetState {
  readonly row: BudgetRow
  readonly spent: bigint
  readonly starts_on: string
  readonly ends_on: string
}

const units: Readonly<Record<BudgetRow['period'], Unit>> = {
  weekly: 'week',
  monthly: 'month',
  yearly: 'year',
}

/** What was spent of some budgets in their current periods; in one snapshot. */
export async function readBudgets(
  tx: Db,
  person: Owner,
  rows: readonly BudgetRow[],
  now: Date,
): Promise<BudgetState[]> {
  if (rows.length === 0) return []
  const scope = await scopeOf(tx, person)
  const spans = new Map<string, { span: Span; spent: ReadonlyMap<string, bigint> }>()
  for (const { period, asset } of rows) {
    if (spans.has(`${period} ${asset}`)) continue
    const span = unitAround(dayOf(now), units[period])
    const books = scope.books.filter((book) => book.asset === asset)
    const within = { ...scope, books, from: startOf(span.from), to: endOf(span.to) }
    spans.set(`${period} ${asset}`, { span, spent: await sumByCategory(tx, within) })
  }
  return rows.map((row) => {
    const { span, spent } = spans.get(`${row.period} ${row.asset}`)!
    return {
      row,
      spent: spent.get(row.category) ?? 0n,
      starts_on: writeDay(span.from),
      ends_on: writeDay(span.to),
    }
  })
}

/** A page of a user's budgets with what was spent. */
export async function listBudgets(tx: Db, person: Owner, page: PageRequest, now: Date) {
  const { rows, total } = await store.listBudgets(tx, person, page)
  return toPage(await readBudgets(tx, person, rows, now), total, page)
}

export const toBudget = (row: BudgetRow, assets: Pick<AssetCatalogue, 'get'>) => ({
  id: row.id,
  category: row.category,
  asset_code: row.asset,
  period: row.period,
  amount: formatDecimal({ units: BigInt(row.limit_units), asset: assets.get(row.asset) }),
  warning_percent: row.warning_percent,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export function toBudgetStatus(
  { row, spent, starts_on, ends_on }: BudgetState,
  assets: Pick<AssetCatalogue, 'get'>,
) {
  const asset = assets.get(row.asset)
  const limit = BigInt(row.limit_units)
  return {
    ...toBudget(row, assets),
    starts_on,
    ends_on,
    spent: formatDecimal({ units: spent, asset }),
    remaining: formatDecimal({ units: spent > limit ? 0n : limit - spent, asset }),
    spent_percent: percentOf(spent, limit),
    status: statusOf(spent, row),
  }
}

export const budgetStatuses = ['within', 'warning', 'exceeded'] as const

function statusOf(spent: bigint, row: BudgetRow): (typeof budgetStatuses)[number] {
  const limit = BigInt(row.limit_units)
  if (spent > limit) return 'exceeded'
  return spent * 100n >= limit * BigInt(row.warning_percent) ? 'warning' : 'within'
}

/** With two decimals, rounded down, so that 100 means all of it. */
const percentOf = (spent: bigint, limit: bigint): number =>
  Number(multiplyDivide(spent, 10_000n, limit, 'down')) / 100

export function toEventData(state: BudgetState, assets: AssetCatalogue) {
  const { id, category, asset_code, period, amount, spent, spent_percent, ...others } =
    toBudgetStatus(state, assets)
  const { starts_on, ends_on } = others
  return {
    budget_id: id,
    category,
    asset_code,
    period,
    starts_on,
    ends_on,
    amount,
    spent,
    spent_percent,
  }
}
