// Describes the GCU: its value, its composition, and how both changed over a day, a week and a month
// according to the stored history.
import { DAY_MS } from '../../../kernel/durations.ts'
import { formatDecimal, multiplyDivide } from '../../../kernel/money.ts'
import type { Context } from '../../../operation/operation.ts'
import type { AssetCatalogue, Supplies } from '../../core/assets/index.ts'
import {
  changeOf,
  findLastValues,
  findValuation,
  getBasket,
  nextRebalance,
  readPrices,
  readValue,
  apportion,
  sharesOf,
  showPrice,
  showValue,
  toFraction,
  toNumber,
  VALUE_SCALE,
  type Valuation,
  exactValueOf,
} from '../baskets/index.ts'
import { ValueUnavailable } from '../gcu-terms/index.ts'

export interface InformationOptions {
  readonly assets: AssetCatalogue
  readonly supplies: Supplies
}

async function getGcu({ tx, now }: Context): Promise<Valuation> {
  const valuation = await findValuation(tx, await getBasket(tx, 'GCU'), now)
  if (!valuation) throw ValueUnavailable({})
  return valuation
}

/** The stored value a number of days ago; undefined if there was none. */
async function valueBefore(days: number, { tx, now }: Context): Promise<bigint | undefined> {
  const at = new Date(now.getTime() - days * DAY_MS)
  const row = (await findLastValues(tx, ['GCU'], at)).get('GCU')
  return row && readValue(row.value)
}

const valuesBefore = (ctx: Context) => Promise.all([1, 7, 30].map((days) => valueBefore(days, ctx)))

/** The value with four places, split over the parts so that the shares sum to it. */
function contributions({ parts, value }: Valuation): number[] {
  const shown = multiplyDivide(value, 10_000n, VALUE_SCALE, 'half-even')
  return apportion(shown, parts.map(exactValueOf)).map((share) => toNumber(share, 4))
}

export async function getInformation(ctx: Context, { assets, supplies }: InformationOptions) {
  const [valuation, [day, week, month], supply] = await Promise.all([
    getGcu(ctx),
    valuesBefore(ctx),
    supplies.get('GCU', ctx),
  ])
  const { basket, parts, value } = valuation
  const gcu = assets.get('GCU')
  const shares = contributions(valuation)
  return {
    code: basket.code,
    name: basket.name,
    symbol: gcu.symbol,
    current_value: showValue(value),
    value_currency: 'USD',
    last_rebalanced: basket.last_rebalanced_at,
    next_rebalance: nextRebalance(basket)?.toISOString() ?? null,
    composition: parts.map((part, index) => ({
      asset_code: part.asset_code,
      asset_name: assets.get(part.asset_code).name,
      weight: toFraction(part.weight),
      value_contribution: shares[index]!,
    })),
    statistics: {
      total_supply: formatDecimal({ units: supply.units, asset: gcu }),
      holders_count: supply.accounts,
      '24h_change': changeOf(day, value),
      '7d_change': changeOf(week, value),
      '30d_change': changeOf(month, value),
    },
  }
}

export async function getComposition(ctx: Context, { assets }: InformationOptions) {
  const valuation = await getGcu(ctx)
  const { basket, parts, value } = valuation
  const codes = parts.map((part) => part.asset_code)
  const pricesBefore = (days: number) =>
    readPrices(ctx.tx, codes, new Date(ctx.now.getTime() - days * DAY_MS))
  const [dayPrices, weekPrices, [day, week, month]] = await Promise.all([
    pricesBefore(1),
    pricesBefore(7),
    valuesBefore(ctx),
  ])
  const [percents, shares] = [sharesOf(parts), contributions(valuation)]
  const since = (before: bigint | undefined) =>
    before === undefined ? null : showValue(value - before)
  return {
    basket_code: basket.code,
    last_updated: valuation.since.toISOString(),
    total_value_usd: showValue(value),
    composition: parts.map((part, index) => {
      const asset = assets.get(part.asset_code)
      return {
        asset_code: asset.code,
        asset_name: asset.name,
        asset_type: asset.type,
        weight: toFraction(part.weight),
        current_price_usd: showPrice(part.price),
        value_contribution_usd: shares[index]!,
        percentage_of_basket: toNumber(BigInt(percents[index]!), 2),
        '24h_change': changeOf(dayPrices.prices.get(asset.code), part.price),
        '7d_change': changeOf(weekPrices.prices.get(asset.code), part.price),
      }
    }),
    rebalancing: {
      frequency: basket.rebalance_frequency,
      last_rebalanced: basket.last_rebalanced_at,
      next_rebalance: nextRebalance(basket)?.toISOString() ?? null,
      automatic: basket.rebalance_frequency !== 'never',
    },
    performance: {
      '24h_change_usd': since(day),
      '24h_change_percent': changeOf(day, value),
      '7d_change_usd': since(week),
      '7d_change_percent': changeOf(week, value),
      '30d_change_usd': since(month),
      '30d_change_percent': changeOf(month, value),
    },
  }
}
