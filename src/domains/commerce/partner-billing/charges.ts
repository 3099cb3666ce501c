// Computes what a period costs, in cents. Pure. A month that is covered in part costs and includes its share by
// days. Every rounding is in the bank's favour: prices up, discounts and included calls down.
import { multiplyDivide } from '../../../kernel/money.ts'
import { type Cycle, monthsOf, type Period } from './periods.ts'

export interface Prices {
  readonly calls_per_month: number
  readonly month_cents: bigint
  /** Cents for every thousand calls beyond those included. */
  readonly overage_cents: bigint
}

export const discountPercent: Readonly<Record<Cycle, bigint>> = {
  monthly: 0n,
  quarterly: 5n,
  annually: 15n,
}

export interface Charges {
  readonly included_calls: bigint
  readonly calls: bigint
  readonly overage_calls: bigint
  readonly base_cents: bigint
  readonly discount_cents: bigint
  readonly overage_cents: bigint
  readonly total_cents: bigint
}

const CALLS_PER_PRICE = 1_000n

export function chargesFor(prices: Prices, cycle: Cycle, period: Period, calls: bigint): Charges {
  let base_cents = 0n
  let included_calls = 0n
  for (const { covered, whole } of monthsOf(period)) {
    const [days, all] = [BigInt(covered), BigInt(whole)]
    base_cents += multiplyDivide(prices.month_cents, days, all, 'up')
    included_calls += multiplyDivide(BigInt(prices.calls_per_month), days, all, 'down')
  }
  const discount_cents = multiplyDivide(base_cents, discountPercent[cycle], 100n, 'down')
  const overage_calls = calls > included_calls ? calls - included_calls : 0n
  const overage_cents = multiplyDivide(overage_calls, prices.overage_cents, CALLS_PER_PRICE, 'up')
  const total_cents = base_cents - discount_cents + overage_cents
  return {
    included_calls,
    calls,
    overage_calls,
    base_cents,
    discount_cents,
    overage_cents,
    total_cents,
  }
}
