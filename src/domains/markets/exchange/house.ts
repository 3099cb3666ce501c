// The house quotes both sides of every pair, a tenth of a percent around the rate, so that there is
// always somebody to trade with. GCU it quotes a whole percent around, which is what the counter takes
// for it: nobody gets GCU cheaper from the bank by coming here. Its quotes are computed whenever they are looked at and renew
// themselves: each order finds as much as an order may be. They wait in no table and reserve nothing;
// the bank's own account `market-maker` trades on credit, and pays no fee to the bank.
import { multiplyDivide } from '../../../kernel/money.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { FEE_PERCENT, GCU } from '../gcu-terms/index.ts'
import type { Order, OrderSide, Quotes } from './core.ts'
import { HOUSE } from './core.ts'
import { noFees } from './fees.ts'
import type { Pair } from './pairs.ts'

const ONE = 1_000n
/** Of a thousand: 0.1 %. */
const SPREAD = 1n
const GCU_SPREAD = FEE_PERCENT * (ONE / 100n)

const spreadOf = ({ base, quote }: Pair): bigint =>
  base.code === GCU || quote.code === GCU ? GCU_SPREAD : SPREAD

/** What one base is worth in the quote, in ticks; undefined where one of them has no rate. */
export function midPrice(pair: Pair, assets: AssetCatalogue, now: Date): bigint | undefined {
  const rates = ratesOf(pair, assets, now)
  return rates && multiplyDivide(rates.base, rates.ticks, rates.quote, 'half-even')
}

/** Rounded away from the middle: the house never gives more than it says. */
export function quotesOf(pair: Pair, assets: AssetCatalogue, now: Date): Quotes {
  const rates = ratesOf(pair, assets, now)
  if (!rates) return { bid: null, ask: null, depth: pair.max }
  const { base, quote, ticks } = rates
  const spread = spreadOf(pair)
  const bid = multiplyDivide(base * ticks, ONE - spread, quote * ONE, 'down')
  const ask = multiplyDivide(base * ticks, ONE + spread, quote * ONE, 'up')
  return { bid: bid > 0n ? bid : null, ask, depth: pair.max }
}

/** Dollars for the base and the quote, times 10^18, and ticks in a price of one. */
export function ratesOf(pair: Pair, assets: AssetCatalogue, now: Date) {
  const base = assets.findValidRate(pair.base.code, now)
  const quote = assets.findValidRate(pair.quote.code, now)
  if (base === undefined || quote === undefined) return undefined
  return { base, quote, ticks: 10n ** BigInt(pair.price.precision) }
}

/** When the rate has passed orders that wait, the house takes what they offer, at their price. */
export const houseOrder = (side: OrderSide, price: bigint, amount: bigint, now: number): Order => ({
  id: HOUSE,
  account_id: HOUSE,
  user_uuid: HOUSE,
  manager_uuid: null,
  side,
  type: 'limit',
  time_in_force: 'IOC',
  amount,
  price,
  stop_price: null,
  ...noFees,
  by_program: false,
  expires_at: null,
  created_at: now,
  filled: 0n,
  value: 0n,
  weight: 0n,
  fee: 0n,
  status: 'open',
  reason: null,
  seq: 0,
  triggered_at: null,
  updated_at: now,
  closed_at: null,
})
