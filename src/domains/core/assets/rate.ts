// Reads and writes rates as whole numbers: the value of one whole asset in another, times 10^18.
import { formatDecimal, multiplyDivide } from '../../../kernel/money.ts'

export const RATE_DIGITS = 18
export const RATE_SCALE = 10n ** BigInt(RATE_DIGITS)

/** '1.085' → 1085000000000000000. Digits beyond the eighteenth are cut off; PostgreSQL sends none. */
export function readRate(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(RATE_DIGITS, '0').slice(0, RATE_DIGITS))
}

/** 1085000000000000000 → '1.085000000000000000': exact, as the database takes it. */
export function writeRate(rate: bigint): string {
  const digits = String(rate).padStart(RATE_DIGITS + 1, '0')
  return `${digits.slice(0, -RATE_DIGITS)}.${digits.slice(-RATE_DIGITS)}`
}

const SHOWN_DIGITS = 10

/** Rates are shown with ten places, rounded half to even. */
export function showRate(rate: bigint): string {
  const units = multiplyDivide(rate, 1n, 10n ** BigInt(RATE_DIGITS - SHOWN_DIGITS), 'half-even')
  return formatDecimal({ units, asset: { code: '', precision: SHOWN_DIGITS } })
}

/** '-1.25': the change of a value in percent, with two places, rounded half to even. */
export function showChange(before: bigint, after: bigint): string {
  const units = multiplyDivide(after - before, 10_000n, before, 'half-even')
  return formatDecimal({ units, asset: { code: '', precision: 2 } })
}
