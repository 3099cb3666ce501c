// Interest on positions: by the second, on a year of 365 days. What the bank owes is rounded down, what it is
// owed is rounded up.
import { multiplyDivide } from '../../../../kernel/money.ts'

const YEAR_MS = 365n * 86_400_000n
const BASIS = 10_000n

export interface Accruing {
  readonly type: 'supply' | 'borrow' | 'stake'
  readonly units: bigint
  readonly accrued_at: Date
}

/** The units with the interest up to now; `apy` is in basis points. */
export function accrue({ type, units, accrued_at }: Accruing, apy: bigint, now: Date): bigint {
  const ms = BigInt(Math.max(0, now.getTime() - accrued_at.getTime()))
  return units + multiplyDivide(units * apy, ms, BASIS * YEAR_MS, type === 'borrow' ? 'up' : 'down')
}
