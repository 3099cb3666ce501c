// What coins cost: the bank's own rates, so that the bank has one price for a thing and not two. A coin
// that stands for money (USDT, EURC) has the price of that money.
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { convertUnits, type Rate, type RateUpdater, rateAt } from '../../core/rates/index.ts'
import { type Coin, type Fiat, fiatOf } from './coins.ts'
import { QuoteError } from './errors.ts'

/** Older than a day, and no longer the hour's in which the next ones come. */
const STALE_MS = 25 * 3_600_000

async function findFresh(tx: Db, from: string, to: string, now: Date): Promise<Rate | undefined> {
  const rate = await rateAt(tx, from, to, now)
  return rate && now.getTime() - rate.valid_at.getTime() <= STALE_MS ? rate : undefined
}

/** The same where a price that follows a rule may be written down first. */
async function findFreshNow(from: string, to: string, ctx: Context, rateUpdater: RateUpdater) {
  const known = await findFresh(ctx.tx, from, to, ctx.now)
  if (known) return known
  await rateUpdater.fillDays(ctx)
  return findFresh(ctx.tx, from, to, ctx.now)
}

/** Coins for one of the money; undefined when that is not known, or too old. */
export const findRate = (tx: Db, fiat: Fiat, coin: Coin, now: Date) =>
  findFresh(tx, fiat, coin.priced_as, now)

export const findRateNow = (fiat: Fiat, coin: Coin, ctx: Context, rateUpdater: RateUpdater) =>
  findFreshNow(fiat, coin.priced_as, ctx, rateUpdater)

/** What counts against the limit of a day: US cents, rounded up. */
export async function toDollars(
  units: bigint,
  fiat: Fiat,
  ctx: Context,
  rateUpdater: RateUpdater,
): Promise<bigint> {
  const rate = await findFreshNow(fiat, 'USD', ctx, rateUpdater)
  if (!rate) throw QuoteError({ sentence: `There is no price of ${fiat} now, or it is too old.` })
  return convertUnits(units, rate, fiatOf(fiat), fiatOf('USD'), 'up')
}
