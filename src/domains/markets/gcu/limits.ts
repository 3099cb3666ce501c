// Shows how much GCU a user may buy and sell, and how much of that is used.
import type { Context } from '../../../operation/operation.ts'
import { toNumber } from '../baskets/index.ts'
import { Allowances, limitsAt, type Trader } from '../gcu-terms/index.ts'

export async function getLimits(trader: Trader, { tx, now }: Context) {
  const allowances = await Allowances.read(tx, [trader], now)
  const kyc_level = allowances.levelOf(trader)
  const limit = limitsAt(kyc_level)
  const [bought, sold] = [allowances.usedBy(trader, 'buy'), allowances.usedBy(trader, 'sell')]
  const show = (cents: bigint) => toNumber(cents, 2)
  return {
    daily_buy_limit: show(limit.daily),
    daily_sell_limit: show(limit.daily),
    monthly_buy_limit: show(limit.monthly),
    monthly_sell_limit: show(limit.monthly),
    daily_buy_used: show(bought.daily),
    daily_sell_used: show(sold.daily),
    monthly_buy_used: show(bought.monthly),
    monthly_sell_used: show(sold.monthly),
    kyc_level,
    limits_currency: 'EUR',
  }
}
