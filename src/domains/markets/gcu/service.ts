// The terms on which the treasury sells GCU and buys it back: the price, the fee, and quotes of both. Everything is
// rounded against the customer: amounts they receive down, amounts they pay up. The fee is one percent of the money and
// a separate move.
import { HOUR_MS } from '../../../kernel/durations.ts'
import { multiplyDivide } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import {
  type AssetCatalogue,
  type AssetRecord,
  RATE_SCALE,
  readAsset,
  readUnits,
} from '../../core/assets/index.ts'
import { convertUnits } from '../../core/rates/index.ts'
import { findValuation, getBasket, readPrices, toNumber, VALUE_SCALE } from '../baskets/index.ts'
import { FEE_PERCENT, feeOn, type TradeSide, ValueUnavailable } from '../gcu-terms/index.ts'
import { gcuQuote } from './quotes.ts'

export interface TradingOptions {
  readonly assets: AssetCatalogue
  readonly sealer: Sealer
}

export const currencies = ['EUR', 'USD', 'GBP', 'CHF'] as const
export type Currency = (typeof currencies)[number]

/** In whole units of the asset that the customer gives: money when buying, GCU when selling. */
export const minimums: Record<TradeSide, number> = { buy: 100, sell: 10 }
export const maximums: Record<TradeSide, number> = { buy: 1_000_000, sell: 100_000 }

/** The exact dollar values of one GCU and of one unit of the currency; a quote guarantees both. */
export interface Price {
  /** Times 10^8. */
  readonly gcu: bigint
  /** Times 10^18. */
  readonly currency: bigint
}

/** Rates are daily, and one hour is allowed for the next ones to arrive. */
const STALE_MS = 25 * HOUR_MS

export async function findPrice(tx: Db, currency: Currency, now: Date): Promise<Price | undefined> {
  const basket = await getBasket(tx, 'GCU')
  const valuation = basket.is_active ? await findValuation(tx, basket, now) : undefined
  const { prices, times } = await readPrices(tx, [currency], now)
  const price = prices.get(currency)
  if (!valuation || price === undefined) return undefined
  const oldest = Math.min(valuation.oldest.getTime(), times.get(currency)?.getTime() ?? Infinity)
  if (now.getTime() - oldest > STALE_MS) return undefined
  return { gcu: valuation.value, currency: price }
}

/** GCU for one unit of the currency, as a fraction. */
const toRate = ({ gcu, currency }: Price) => ({
  numerator: currency,
  denominator: gcu * (RATE_SCALE / VALUE_SCALE),
})

const invert = ({ numerator, denominator }: ReturnType<typeof toRate>) => ({
  numerator: denominator,
  denominator: numerator,
})

export interface Terms {
  readonly side: TradeSide
  readonly money: AssetRecord
  readonly gcu: AssetRecord
  /** The money paid or earned, before the fee is deducted. */
  readonly money_units: bigint
  readonly fee_units: bigint
  readonly gcu_units: bigint
  readonly price: Price
  /** Times 10^18, for display only. */
  readonly rate: bigint
}

/** Computes the fee and the amounts of a trade in which the customer gives `given` units. */
export function computeTerms(
  side: TradeSide,
  given: bigint,
  price: Price,
  money: AssetRecord,
  gcu: AssetRecord,
): Terms {
  const rate = toRate(price)
  const money_units = side === 'buy' ? given : convertUnits(given, invert(rate), gcu, money, 'down')
  const fee_units = feeOn(money_units)
  const gcu_units =
    side === 'buy' ? convertUnits(given - fee_units, rate, money, gcu, 'down') : given
  const shown = multiplyDivide(RATE_SCALE, rate.numerator, rate.denominator, 'half-even')
  return { side, money, gcu, money_units, fee_units, gcu_units, price, rate: shown }
}

export interface TradeRequest {
  readonly amount: string | number
  readonly currency: string
}

export function readTrade(side: TradeSide, request: TradeRequest, assets: AssetCatalogue) {
  const currency = currencies.find((code) => code === request.currency.toUpperCase())
  if (!currency)
    throw Invalid({
      errors: { currency: [`The currency must be one of ${currencies.join(', ')}.`] },
    })
  const [money, gcu] = [readAsset(assets, currency, 'currency'), readAsset(assets, 'GCU')]
  const given = side === 'buy' ? money : gcu
  const units = readUnits(request.amount, given)
  if (units > toUnits(maximums[side], given))
    throw Invalid({
      errors: { amount: [`The amount must be at most ${maximums[side]} ${given.code}.`] },
    })
  return { currency, money, gcu, units }
}

export const toUnits = (whole: number, asset: AssetRecord): bigint =>
  BigInt(whole) * 10n ** BigInt(asset.precision)

/** The smallest amount that is quoted is one hundredth. */
const QUOTE_MIN_PARTS = 100n

export interface QuoteRequest extends TradeRequest {
  readonly operation: TradeSide
}

export async function quote(request: QuoteRequest, ctx: Context, options: TradingOptions) {
  const { operation: side } = request
  const { currency, money, gcu, units } = readTrade(side, request, options.assets)
  const price = await findPrice(ctx.tx, currency, ctx.now)
  if (!price) throw ValueUnavailable({})
  if (units * QUOTE_MIN_PARTS < toUnits(1, side === 'buy' ? money : gcu))
    throw Invalid({
      errors: {
        amount: [`The amount must be at least 0.01 ${side === 'buy' ? currency : gcu.code}.`],
      },
    })
  const terms = computeTerms(side, units, price, money, gcu)
  const { quote_id, valid_until } = gcuQuote.seal(
    { side, units, currency },
    price,
    ctx,
    options.sealer,
  )
  const got = side === 'buy' ? terms.gcu_units : terms.money_units - terms.fee_units
  return {
    quote_id,
    operation: side,
    input_amount: show(units, side === 'buy' ? money : gcu),
    input_currency: side === 'buy' ? currency : gcu.code,
    output_amount: show(got, side === 'buy' ? gcu : money),
    output_currency: side === 'buy' ? gcu.code : currency,
    exchange_rate: formatRate(terms.rate),
    fee_amount: show(terms.fee_units, money),
    fee_currency: currency,
    fee_percentage: Number(FEE_PERCENT),
    minimum_amount: minimums[side],
    maximum_amount: maximums[side],
    rounding: ROUNDING,
    quote_valid_until: valid_until,
  }
}

export const ROUNDING = 'The amount received is rounded down, the fee is rounded up.'

export const show = (units: bigint, asset: AssetRecord): number => toNumber(units, asset.precision)

export const truncateRate = (rate: bigint): bigint =>
  multiplyDivide(rate, 10n ** 6n, RATE_SCALE, 'half-even')
export const formatRate = (rate: bigint): number => toNumber(truncateRate(rate), 6)

export interface OrderRequest extends TradeRequest {
  readonly account_uuid?: string
  readonly quote_id?: string
}
