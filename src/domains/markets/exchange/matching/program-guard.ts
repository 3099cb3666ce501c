// Keeps a connected client from giving away a user's money by trading. Its trades do not count
// against the daily limit, so its prices must lie within five percent of the bank's rate.
//   - A price that it names (limit and stop-limit orders) must lie within this range.
//   - Prices that it meets (market orders, and triggered stops) are checked during matching, with the
//     book locked. Only a worse price is refused, never a better one.
//   - A limit order is checked when it is placed. It keeps its price even if the rate moves away later,
//     as every limit order does; the client or the user may cancel it.
// If the bank has no current rate, a client cannot trade.
import { multiplyDivide } from '../../../../kernel/money.ts'
import type { Caller } from '../../../../operation/caller.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import type { Match, OrderSide } from './order-book.ts'
import { PriceOutOfRange, RateNotCurrent } from '../errors.ts'
import { ratesOf } from './market-maker.ts'
import type { Pair } from '../pairs.ts'
import { formatPrice } from '../orders/view.ts'

export const isProgram = ({ client, credential }: Caller): boolean =>
  client !== undefined || credential?.kind === 'oauth'

const PERCENT = 5n

/** Prices in ticks; both bounds are allowed. */
export interface Bounds {
  readonly rate: bigint
  readonly lowest: bigint
  readonly highest: bigint
}

/** Undefined if the bank has no current rate. */
export function findBounds(pair: Pair, assets: AssetCatalogue, now: Date): Bounds | undefined {
  const isCurrent = [pair.base, pair.quote].every(({ code }) => assets.isRateCurrent(code, now))
  const rates = isCurrent ? ratesOf(pair, assets, now) : undefined
  if (!rates) return undefined
  const part = (percent: bigint, rounding: 'up' | 'down' | 'half-even'): bigint =>
    multiplyDivide(rates.base * rates.ticks, percent, rates.quote * 100n, rounding)
  return {
    rate: part(100n, 'half-even'),
    lowest: part(100n - PERCENT, 'up'),
    highest: part(100n + PERCENT, 'down'),
  }
}

export function getBounds(pair: Pair, assets: AssetCatalogue, now: Date): Bounds {
  const bounds = findBounds(pair, assets, now)
  if (!bounds) throw RateNotCurrent({ pair: pair.name })
  return bounds
}

/** The first price of a match that is out of bounds to the customer's disadvantage. */
export const findOffRate = (
  match: Match,
  side: OrderSide,
  { lowest, highest }: Bounds,
): bigint | undefined =>
  match.fills.find(({ price }) => (side === 'buy' ? price > highest : price < lowest))?.price

export const priceOutOfBounds = (price: bigint, pair: Pair, bounds: Bounds) =>
  PriceOutOfRange({
    pair: pair.name,
    price: formatPrice(price, pair),
    rate: formatPrice(bounds.rate, pair),
    lowest: formatPrice(bounds.lowest, pair),
    highest: formatPrice(bounds.highest, pair),
  })

export function checkPrice(price: bigint, pair: Pair, bounds: Bounds): void {
  if (price < bounds.lowest || price > bounds.highest) throw priceOutOfBounds(price, pair, bounds)
}
