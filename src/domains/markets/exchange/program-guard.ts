// What a connected program may do with a person's money here. Its trades are not counted against the
// daily limit, so they must not give value away: its prices lie within five percent of the bank's rate.
//   - A price it names (limit and stop-limit orders) lies within that in both directions.
//   - The prices it meets (market orders, and stops when they are set off) are judged where they are
//     met, with the book locked, and only in the direction that costs: better is never refused.
//   - A limit order that waits was judged when it was placed. It trades at that price also when the
//     rate has moved away since: so does every limit order, and whoever placed it may cancel it.
// Where the bank has no current rate, a program does not trade.
import { multiplyDivide } from '../../../kernel/money.ts'
import type { Caller } from '../../../operation/caller.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { Match, OrderSide } from './core.ts'
import { PriceOffRate, RateNotCurrent } from './errors.ts'
import { ratesOf } from './house.ts'
import type { Pair } from './pairs.ts'
import { formatPrice } from './view.ts'

export const isProgram = ({ client, credential }: Caller): boolean =>
  client !== undefined || credential?.kind === 'oauth'

const PERCENT = 5n

/** In ticks, both included. */
export interface Bounds {
  readonly rate: bigint
  readonly lowest: bigint
  readonly highest: bigint
}

/** Undefined where the bank has no current rate. */
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

/** The first price of a match that gives value away. */
export const findOffRate = (
  match: Match,
  side: OrderSide,
  { lowest, highest }: Bounds,
): bigint | undefined =>
  match.fills.find(({ price }) => (side === 'buy' ? price > highest : price < lowest))?.price

export const refusePrice = (price: bigint, pair: Pair, bounds: Bounds) =>
  PriceOffRate({
    pair: pair.name,
    price: formatPrice(price, pair),
    rate: formatPrice(bounds.rate, pair),
    lowest: formatPrice(bounds.lowest, pair),
    highest: formatPrice(bounds.highest, pair),
  })

export function checkPrice(price: bigint, pair: Pair, bounds: Bounds): void {
  if (price < bounds.lowest || price > bounds.highest) throw refusePrice(price, pair, bounds)
}
