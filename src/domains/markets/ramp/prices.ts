// The prices of coins: the bank's own rates, so that every asset has a single price in the bank. A
// stablecoin without a rate of its own (USDT, EURC) is priced as its currency.
import { HOUR_MS } from '../../../kernel/durations.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { convertUnits, type Rate, type RateUpdater, rateAt } from '../../core/rates/index.ts'
import { type Coin, type Fiat, fiatOf } from './coins.ts'
import { QuoteError } from './errors.ts'

/** Rates are daily, and one hour is allowed for the next ones to arrive. */
const STALE_MS = 25 * HOUR_MS

async function findFresh(tx: Db, from: string, to: string, now: Date): Promise<Rate | undefined> {
  const rate = await rateAt(tx, from, to, now)
  return rate && now.getTime() - rate.valid_at.getTime() <= STALE_MS ? rate : undefined
}

/** The same, but fills in missing rates that can be computed first. */
async function findFreshNow(from: string, to: string, ctx: Context, rateUpdater: RateUpdater) {
  const known = await findFresh(ctx.tx, from, to, ctx.now)
  if (known) return known
  await rateUpdater.fillDays(ctx)
  return findFresh(ctx.tx, from, to, ctx.now)
}

/** Coins for one unit of the currency; undefined if the rate is unknown or outdated. */
export const findRate = (tx: Db, fiat: Fiat, coin: Coin, now: Date) =>
  findFresh(tx, fiat, coin.priced_as, now)

export const findRateNow = (fiat: Fiat, coin: Coin, ctx: Context, rateUpdater: RateUpdater) =>
  findFreshNow(fiat, coin.priced_as, ctx, rateUpdater)

/** The US cents that an amount counts against the daily limit, rounded up. */
export async function toDollars(
  units: bigint,
  fiat: Fiat,
  ctx: Context,
  rateUpdater: RateUpdater,
): Promise<bigint> {
  const rate = await findFreshNow(fiat, 'USD', ctx, rateUpdater)
  if (!rate) throw QuoteError({ sentence: `There is no current rate of ${fiat}; try again later.` })
  return convertUnits(units, rate, fiatOf(fiat), fiatOf('USD'), 'up')
}
