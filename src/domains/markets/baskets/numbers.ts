// Numbers that the specification wants as JSON numbers: rounded once, half to even, from whole ones.
import { formatDecimal, multiplyDivide } from '../../../kernel/money.ts'
import { RATE_SCALE } from '../../core/assets/index.ts'
import { VALUE_DIGITS, WHOLE } from './parts.ts'

/** More digits than a JSON reader keeps exactly are sent as they are. */
const EXACT_DIGITS = 15

/** 10_8500 with four places → 10.85 */
export function toNumber(units: bigint, places: number): number {
  const text = formatDecimal({ units, asset: { code: '', precision: places } })
  if (text.replace(/\D/g, '').length <= EXACT_DIGITS) return Number(text)
  return (JSON as unknown as { rawJSON(text: string): number }).rawJSON(text)
}

const cut = (units: bigint, from: number, to: number): number =>
  toNumber(multiplyDivide(units, 1n, 10n ** BigInt(from - to), 'half-even'), to)

/** A value (times 10^8) with so many places. */
export const showValue = (value: bigint, places = 4): number => cut(value, VALUE_DIGITS, places)

/** Ten places: four would leave nothing of what a yen is worth. */
export const showPrice = (price: bigint): number =>
  toNumber(multiplyDivide(price, 10n ** 10n, RATE_SCALE, 'half-even'), 10)

/** 4000 → 40 */
export const toPercent = (weight: number): number => toNumber(BigInt(weight), 2)

/** 4000 → 0.4 */
export const toFraction = (weight: number): number =>
  toNumber(BigInt(weight), String(WHOLE).length - 1)

/** By how many percent a value has changed, two places; null when it is unknown what it was. */
export const changeOf = (before: bigint | undefined, after: bigint): number | null =>
  before === undefined
    ? null
    : toNumber(multiplyDivide(after - before, 10_000n, before, 'half-even'), 2)
