// Compares and converts amounts of any currency exactly. An amount is a decimal text; a dollar rate is a whole
// number times 10^18, as text, so that the figures of a decision can be stored and used again.
import { formatDecimal, multiplyDivide, parseDecimal } from '../../../kernel/money.ts'

/** Amounts in checks need not be of an asset of this bank, so all have the finest precision. */
export const PRECISION_MAX = { code: '', precision: 18 }

export type DollarRates = Readonly<Record<string, string>>

const RATE_SCALE = 10n ** 18n

const rateOf = (rates: DollarRates, currency: string): bigint | undefined => {
  if (currency === 'USD') return RATE_SCALE
  const rate = rates[currency]
  return rate === undefined ? undefined : BigInt(rate)
}

export function unitsOf(amount: string): bigint {
  const money = parseDecimal(amount, PRECISION_MAX)
  if (!money) throw new Error(`${amount} is not a decimal number with at most 18 places`)
  return money.units
}

/** Whether an amount reaches a threshold; undefined without a rate. */
export function reachesThreshold(
  { amount, currency }: { readonly amount: string; readonly currency: string },
  threshold: { readonly threshold: number; readonly currency: string },
  rates: DollarRates,
): boolean | undefined {
  const units = unitsOf(amount)
  const wanted = BigInt(threshold.threshold) * 10n ** 18n
  if (currency === threshold.currency) return units >= wanted
  const [rate, base] = [rateOf(rates, currency), rateOf(rates, threshold.currency)]
  return rate === undefined || base === undefined ? undefined : units * rate >= wanted * base
}

/** In dollars and cents, rounded up, because a threshold is never missed by rounding; null without a rate. */
export function inDollars(amount: string, currency: string, rates: DollarRates): string | null {
  const rate = rateOf(rates, currency)
  if (rate === undefined) return null
  const units = multiplyDivide(unitsOf(amount) * rate, 1n, RATE_SCALE * 10n ** 16n, 'up')
  return formatDecimal({ units, asset: { code: 'USD', precision: 2 } })
}
