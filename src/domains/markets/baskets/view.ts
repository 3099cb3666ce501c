// Formats baskets for answers.
import { formatDecimal, multiplyDivide } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { getAccount } from '../../core/ledger/index.ts'
import { showPrice, showValue, toNumber, toPercent } from './number-format.ts'
import { VALUE_DIGITS, VALUE_SCALE, exactValueOf, writeUnits } from './components.ts'
import { nextRebalance, type Rebalanced } from './rebalancing.ts'
import * as store from './store.ts'
import type { BasketRow, CompositionRow, ValueRow } from './store.ts'
import { type Valuation, valueBaskets } from './valuation.ts'
import { readValue } from './valuer.ts'

export async function toBaskets(
  baskets: readonly BasketRow[],
  ctx: Pick<Context, 'tx' | 'now'>,
  assets: AssetCatalogue,
) {
  const codes = baskets.map(({ code }) => code)
  const [compositions, values] = await Promise.all([
    store.findCompositions(ctx.tx, codes),
    store.findLastValues(ctx.tx, codes, ctx.now),
  ])
  return baskets.map((basket) =>
    toBasket(basket, compositions.get(basket.code), values.get(basket.code), assets),
  )
}

function toBasket(
  { precision: _precision, history_days: _days, components, ...basket }: BasketRow,
  composition: CompositionRow | undefined,
  last: ValueRow | undefined,
  assets: AssetCatalogue,
) {
  const units = new Map(composition?.parts.map((part) => [part.asset_code, part.units]))
  const bound = (weight: number | null) => (weight === null ? null : toPercent(weight))
  return {
    ...basket,
    next_rebalance_at: nextRebalance(basket)?.toISOString() ?? null,
    components: components.map((component) => {
      const asset = assets.get(component.asset_code)
      return {
        asset_code: asset.code,
        asset_name: asset.name,
        weight: toPercent(component.weight),
        min_weight: bound(component.min_weight),
        max_weight: bound(component.max_weight),
        units: units.get(asset.code) ?? null,
        is_active: asset.is_active,
      }
    }),
    latest_value: last
      ? { value: showValue(readValue(last.value), 8), calculated_at: last.calculated_at }
      : null,
  }
}

export const toStoredValue = ({ value, calculated_at, generated }: ValueRow) => ({
  value: showValue(readValue(value), 8),
  calculated_at,
  generated,
})

export const toHistoryValue = (row: ValueRow) => ({
  ...toStoredValue(row),
  components: row.parts.map((part) => ({ ...part, weight: toPercent(part.weight) })),
})

export const toValue = (
  { basket, parts, value }: Valuation,
  now: Date,
  assets: AssetCatalogue,
) => ({
  basket_code: basket.code,
  value: showValue(value, 8),
  currency: 'USD',
  calculated_at: now.toISOString(),
  component_values: Object.fromEntries(
    parts.map((part) => [
      part.asset_code,
      {
        asset_code: part.asset_code,
        asset_name: assets.get(part.asset_code).name,
        value: showPrice(part.price),
        weight: toPercent(part.weight),
        units: writeUnits(part.units),
        weighted_value: showWorth(exactValueOf(part)),
        currency: 'USD',
      },
    ]),
  ),
})

/** Shows a value of `worthOf` (times 10^30) with eight places. */
const showWorth = (worth: bigint): number =>
  toNumber(multiplyDivide(worth, 1n, 10n ** 22n, 'half-even'), VALUE_DIGITS)

export function toRebalancing(
  { valuation, adjustments, needs_rebalancing }: Rebalanced,
  simulate: boolean,
  now: Date,
) {
  const at = now.toISOString()
  return {
    message: simulate
      ? 'Simulation only: a rebalancing would make these adjustments; nothing has changed.'
      : `${valuation.basket.code} has been rebalanced.`,
    data: {
      status: simulate ? ('simulated' as const) : ('completed' as const),
      basket: valuation.basket.code,
      adjustments: [...adjustments],
      adjustments_count: adjustments.length,
      needs_rebalancing,
      current_value: showValue(valuation.value, 8),
      rebalanced_at: simulate ? null : at,
      simulated_at: simulate ? at : null,
    },
  }
}

/** The baskets in an account at their current value; totals are rounded half to even. */
export async function toHoldings(uuid: string, ctx: Context) {
  const account = await getAccount(ctx.tx, uuid, ctx.caller)
  const baskets = await store.listBaskets(ctx.tx, {})
  const held = baskets.filter(({ code }) => (account.books.get(code)?.units ?? 0n) > 0n)
  const valued = await valueBaskets(ctx.tx, held, ctx.now)
  const rows = held.map((basket) => {
    const { units } = account.books.get(basket.code)!
    const valuation = valued.get(basket.code)
    const cents =
      valuation &&
      multiplyDivide(
        units * valuation.value,
        100n,
        VALUE_SCALE * 10n ** BigInt(basket.precision),
        'half-even',
      )
    return { basket, units, valuation, cents }
  })
  return {
    account_uuid: account.id,
    basket_holdings: rows.map(({ basket, units, valuation, cents }) => ({
      basket_code: basket.code,
      basket_name: basket.name,
      balance: formatDecimal({ units, asset: basket }),
      unit_value: valuation ? showValue(valuation.value) : null,
      total_value: cents === undefined ? null : toNumber(cents, 2),
      last_calculated: valuation?.since.toISOString() ?? null,
    })),
    total_value: toNumber(
      rows.reduce((sum, { cents }) => sum + (cents ?? 0n), 0n),
      2,
    ),
    currency: 'USD',
    calculated_at: ctx.now.toISOString(),
  }
}
