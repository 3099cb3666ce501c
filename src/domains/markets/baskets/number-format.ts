// Converts exact integers to the JSON numbers that the specification asks for, rounded once, half to even.
import { formatDecimal, multiplyDivide } from '../../../kernel/money.ts'
import { RATE_SCALE } from '../../core/assets/index.ts'
import { VALUE_DIGITS, WHOLE } from './components.ts'

/** A number with more digits than a double holds exactly is written as raw JSON text. */
const EXACT_DIGITS = 15

/** 10_8500 with four places → 10.85 */
export function toNumber(units: bigint, places: number): number {
  const text = formatDecimal({ units, asset: { code: '', precision: places } })
  if (text.replace(/\D/g, '').length <= EXACT_DIGITS) return Number(text)
  return (JSON as unknown as { rawJSON(text: string): number }).rawJSON(text)
}

const cut = (units: bigint, from: number, to: number): number =>
  toNumber(multiplyDivide(units, 1n, 10n ** BigInt(from - to), 'half-even'), to)

/** Shows a value (times 10^8) with the given decimal places. */
export const showValue = (value: bigint, places = 4): number => cut(value, VALUE_DIGITS, places)

/** Shows a price with ten places; four would be too few for small prices such as the yen's. */
export const showPrice = (price: bigint): number =>
  toNumber(multiplyDivide(price, 10n ** 10n, RATE_SCALE, 'half-even'), 10)

/** 4000 → 40 */
export const toPercent = (weight: number): number => toNumber(BigInt(weight), 2)

/** 4000 → 0.4 */
export const toFraction = (weight: number): number =>
  toNumber(BigInt(weight), String(WHOLE).length - 1)

/** The change of a value in percent, two places; null if the earlier value is unknown. */
export const changeOf = (before: bigint | undefined, after: bigint): number | null =>
  before === undefined
    ? null
    : toNumber(multiplyDivide(after - before, 10_000n, before, 'half-even'), 2)
