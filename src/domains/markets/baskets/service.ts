// Lists and shows baskets, and creates them: a basket is a new asset made of assets that have a price, worth one
// dollar at first.
import { DAY_MS } from '../../../kernel/durations.ts'
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { type AssetCatalogue, AssetExists, createAsset } from '../../core/assets/index.ts'
import { BasketExists, BasketUnpriced } from './errors.ts'
import * as events from './events.ts'
import { toPercent } from './number-format.ts'
import { emitRebalanced, checkWeights, readWeight } from './rebalancing.ts'
import * as store from './store.ts'
import type { BasketRow, BasketType, ComponentRow, Frequency } from './store.ts'
import { findValuation, getBasket } from './valuation.ts'
import { addMissingValues } from './valuer.ts'
import * as view from './view.ts'

export interface ComponentRequest {
  readonly asset_code: string
  readonly weight: number | string
  readonly min_weight?: number | string
  readonly max_weight?: number | string
}

export interface BasketRequest {
  readonly code: string
  readonly name: string
  readonly description?: string
  readonly type: BasketType
  readonly rebalance_frequency: Frequency
  readonly components: readonly ComponentRequest[]
}

const PRECISION = 4
const RECENT = 10

export async function listBaskets(
  { page, per_page, ...filter }: PageRequest & store.BasketFilter,
  ctx: Context,
  assets: AssetCatalogue,
) {
  const { rows, total } = await store.listBasketPage(ctx.tx, filter, { page, per_page })
  return toPage(await view.toBaskets(rows, ctx, assets), total, { page, per_page })
}

/** A basket with its newest values. */
export async function showBasket(code: string, ctx: Context, assets: AssetCatalogue) {
  const basket = await getBasket(ctx.tx, code)
  const [shown] = await view.toBaskets([basket], ctx, assets)
  const recent = await store.listLastValues(ctx.tx, basket.code, ctx.now, RECENT)
  return { ...shown!, recent_values: recent.map(view.toStoredValue) }
}

interface HistoryRequest {
  readonly code: string
  readonly days: number
  readonly interval: 'all' | 'daily'
}

export async function readHistory({ code, days, interval }: HistoryRequest, { tx, now }: Context) {
  const basket = await getBasket(tx, code)
  const start = new Date(now.getTime() - days * DAY_MS)
  const list = interval === 'daily' ? store.listDailyValues : store.listValues
  const rows = await list(tx, basket.code, start, now)
  return {
    basket_code: basket.code,
    period: { start: start.toISOString(), end: now.toISOString() },
    values: rows.map(view.toHistoryValue),
  }
}

export async function createBasket(
  request: BasketRequest,
  ctx: Context,
  assets: AssetCatalogue,
): Promise<BasketRow> {
  const components = readComponents(request.components, assets)
  const { code, name, description = null, type, rebalance_frequency } = request
  await addAsset(code, name, ctx)
  await store.insertBasket(ctx.tx, {
    code,
    name,
    description,
    precision: PRECISION,
    type,
    rebalance_frequency: type === 'fixed' ? 'never' : rebalance_frequency,
    created_by: ctx.caller.user ?? null,
    created_at: ctx.now,
  })
  await store.saveComponents(ctx.tx, code, components)
  await addMissingValues(ctx, await getBasket(ctx.tx, code))
  const basket = await getBasket(ctx.tx, code)
  if (!(await findValuation(ctx.tx, basket, ctx.now))) throw BasketUnpriced({ code })
  await emitRebalanced(ctx, events.BasketCreated, {
    basket_code: code,
    name,
    type,
    components: components.map((one) => ({
      asset_code: one.asset_code,
      weight: toPercent(one.weight),
    })),
    created_at: ctx.now.toISOString(),
  })
  return basket
}

/** The code must not belong to any other asset. */
async function addAsset(code: string, name: string, ctx: Context): Promise<void> {
  try {
    await createAsset(
      { code, name, type: 'basket', precision: PRECISION, is_active: true, is_tradeable: false },
      ctx,
    )
  } catch (error) {
    if (error instanceof AppError && error.def.code === AssetExists.code)
      throw BasketExists({ code })
    throw error
  }
}

function readComponents(
  requested: readonly ComponentRequest[],
  assets: AssetCatalogue,
): ComponentRow[] {
  const components = requested.map((one, index) =>
    readComponent(one, `components.${index}`, assets),
  )
  const codes = components.map(({ asset_code }) => asset_code)
  const twice = codes.findIndex((code, index) => codes.indexOf(code) !== index)
  if (twice >= 0)
    throw Invalid({
      errors: {
        [`components.${twice}.asset_code`]: [
          `${codes[twice]} is listed twice; list each asset once.`,
        ],
      },
    })
  return checkWeights(components, 'components')
}

function readComponent(one: ComponentRequest, field: string, assets: AssetCatalogue): ComponentRow {
  const asset = assets.find(one.asset_code.toUpperCase())
  if (!asset?.is_active)
    throw Invalid({
      errors: { [`${field}.asset_code`]: [`There is no active asset ${one.asset_code}.`] },
    })
  if (asset.type === 'basket')
    throw Invalid({
      errors: { [`${field}.asset_code`]: ['A basket cannot be part of another basket.'] },
    })
  const weight = readWeight(one.weight, `${field}.weight`)
  const bound = (given: number | string | undefined, name: string) =>
    given === undefined ? null : readWeight(given, `${field}.${name}`)
  const [min_weight, max_weight] = [
    bound(one.min_weight, 'min_weight'),
    bound(one.max_weight, 'max_weight'),
  ]
  const refuse = (sentence: string) => Invalid({ errors: { [`${field}.weight`]: [sentence] } })
  if (weight === 0) throw refuse('The weight must be greater than 0.')
  if ((min_weight ?? 0) > weight || weight > (max_weight ?? 10_000))
    throw refuse(
      `The weight of ${toPercent(weight)} must be between ${toPercent(min_weight ?? 0)} and ${toPercent(max_weight ?? 10_000)}, its bounds.`,
    )
  return { asset_code: asset.code, weight, min_weight, max_weight }
}
