// The house is the bank's market maker: it quotes both sides of every pair, 0.1 % around the rate, so
// that every order finds a counterparty. It quotes GCU 1 % around the rate, which equals the fee at the
// counter, so that the exchange is never the cheaper way to buy GCU from the bank. Quotes are computed
// on demand and offer each order the largest amount that an order may have. They are not stored and
// reserve nothing; the bank's own account `market-maker` trades on credit and pays no fee.
import { multiplyDivide } from '../../../../kernel/money.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { FEE_PERCENT, GCU } from '../../gcu-terms/index.ts'
import type { Order, OrderSide, Quotes } from './order-book.ts'
import { MARKET_MAKER } from './order-book.ts'
import { noFees } from './fees.ts'
import type { Pair } from '../pairs.ts'

const ONE = 1_000n
/** Thousandths: 0.1 %. */
const SPREAD = 1n
const GCU_SPREAD = FEE_PERCENT * (ONE / 100n)

const spreadOf = ({ base, quote }: Pair): bigint =>
  base.code === GCU || quote.code === GCU ? GCU_SPREAD : SPREAD

/** The rate of the pair in ticks; undefined if one of its assets has no rate. */
export function midPrice(pair: Pair, assets: AssetCatalogue, now: Date): bigint | undefined {
  const rates = ratesOf(pair, assets, now)
  return rates && multiplyDivide(rates.base, rates.ticks, rates.quote, 'half-even')
}

/** Quotes are rounded away from the middle, so that the house never gives more than its spread allows. */
export function quotesOf(pair: Pair, assets: AssetCatalogue, now: Date): Quotes {
  const rates = ratesOf(pair, assets, now)
  if (!rates) return { bid: null, ask: null, depth: pair.max }
  const { base, quote, ticks } = rates
  const spread = spreadOf(pair)
  const bid = multiplyDivide(base * ticks, ONE - spread, quote * ONE, 'down')
  const ask = multiplyDivide(base * ticks, ONE + spread, quote * ONE, 'up')
  return { bid: bid > 0n ? bid : null, ask, depth: pair.max }
}

/** Dollar rates of the base and the quote, times 10^18, and the ticks in a price of one. */
export function ratesOf(pair: Pair, assets: AssetCatalogue, now: Date) {
  const base = assets.findValidRate(pair.base.code, now)
  const quote = assets.findValidRate(pair.quote.code, now)
  if (base === undefined || quote === undefined) return undefined
  return { base, quote, ticks: 10n ** BigInt(pair.price.precision) }
}

/** The order with which the house trades, at their price, with waiting orders that the rate has passed. */
export const marketMakerOrder = (
  side: OrderSide,
  price: bigint,
  amount: bigint,
  now: number,
): Order => ({
  id: MARKET_MAKER,
  account_id: MARKET_MAKER,
  user_uuid: MARKET_MAKER,
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
