// The arithmetic of baskets, in whole numbers: what one stands for, what that is worth, and what is
// taken or given for some of it. A basket stands for fixed units of its parts; weights say what share
// of the value each part shall have when the units are set, and prices move the shares from then on.
import { multiplyDivide, type Rounding } from '../../../kernel/money.ts'
import { RATE_SCALE } from '../../core/assets/index.ts'

/** Units of a part in one whole basket have twelve places, values eight, weights two (of a percent). */
const UNIT_DIGITS = 12
export const VALUE_DIGITS = 8
export const VALUE_SCALE = 10n ** BigInt(VALUE_DIGITS)
export const WHOLE = 10_000

export interface Target {
  readonly asset_code: string
  /** In hundredths of a percent. */
  readonly weight: number
}

export interface Part extends Target {
  /** Wholes of the asset in one whole basket, times 10^12. */
  readonly units: bigint
}

/** Dollars for one whole, times 10^18. */
export type Prices = ReadonlyMap<string, bigint>

export interface PricedPart extends Part {
  readonly price: bigint
}

/** Undefined while the price of any part is unknown. */
export function priceParts(parts: readonly Part[], prices: Prices): PricedPart[] | undefined {
  const priced = parts.map((part) => ({ ...part, price: prices.get(part.asset_code) }))
  return priced.every((part): part is PricedPart => part.price !== undefined) ? priced : undefined
}

/** What a part is worth in one whole basket, exactly: dollars times 10^30. */
export const worthOf = ({ units, price }: Pick<PricedPart, 'units' | 'price'>): bigint =>
  units * price

const WORTH_SCALE = 10n ** BigInt(UNIT_DIGITS) * RATE_SCALE

/** Dollars for one whole basket, times 10^8, rounded half to even. */
export const valueOf = (parts: readonly PricedPart[]): bigint =>
  multiplyDivide(
    parts.reduce((sum, part) => sum + worthOf(part), 0n),
    VALUE_SCALE,
    WORTH_SCALE,
    'half-even',
  )

/**
 * The units that give each part its weight at these prices, rounded down: never worth more than the
 * value. What rounding leaves goes to the cheapest part, so that no rebalancing wears the value away.
 */
export function setUnits(
  targets: readonly (Target & { readonly price: bigint })[],
  value: bigint,
): PricedPart[] {
  const whole = value * (WORTH_SCALE / VALUE_SCALE)
  const parts = targets.map((target) => ({
    ...target,
    units: multiplyDivide(whole, BigInt(target.weight), BigInt(WHOLE) * target.price, 'down'),
  }))
  const left = whole - parts.reduce((sum, part) => sum + worthOf(part), 0n)
  const cheapest = parts
    .filter(({ weight }) => weight > 0)
    .reduce((a, b) => (b.price < a.price ? b : a))
  return parts.map((part) =>
    part === cheapest ? { ...part, units: part.units + left / part.price } : part,
  )
}

/** What some of a basket is in the smallest units of one of its parts. */
export const legOf = (
  amount: bigint,
  basket: { readonly precision: number },
  part: Pick<Part, 'units'>,
  asset: { readonly precision: number },
  rounding: Rounding,
): bigint =>
  multiplyDivide(
    amount,
    part.units * 10n ** BigInt(asset.precision),
    10n ** BigInt(basket.precision + UNIT_DIGITS),
    rounding,
  )

/** Splits a total by size, to the last unit: what rounding leaves goes to the largest rests. */
export function shareOut(total: bigint, sizes: readonly bigint[]): bigint[] {
  const sum = sizes.reduce((a, b) => a + b, 0n)
  if (sum <= 0n) throw new Error('there is nothing to share by')
  const shares = sizes.map((size) => (total * size) / sum)
  const left = Number(total - shares.reduce((a, b) => a + b, 0n))
  const byRest = sizes
    .map((size, index) => ({ index, rest: (total * size) % sum }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of byRest.slice(0, left)) shares[index]! += 1n
  return shares
}

/** The share of each part in the value now, in hundredths of a percent; together a hundred percent. */
export const sharesOf = (parts: readonly PricedPart[]): number[] =>
  shareOut(BigInt(WHOLE), parts.map(worthOf)).map(Number)

/** Weights may miss a hundred percent by a hundredth: the largest makes up for it. */
export function settleWeights<T extends Target>(targets: readonly T[]): T[] | undefined {
  const missing = WHOLE - targets.reduce((sum, { weight }) => sum + weight, 0)
  if (Math.abs(missing) > 1) return undefined
  const largest = targets.reduce((a, b) => (b.weight > a.weight ? b : a))
  return targets.map((target) =>
    target === largest ? { ...target, weight: target.weight + missing } : target,
  )
}

/** '0.276497695852' */
export function writeUnits(units: bigint): string {
  const digits = String(units).padStart(UNIT_DIGITS + 1, '0')
  return `${digits.slice(0, -UNIT_DIGITS)}.${digits.slice(-UNIT_DIGITS)}`
}

export const readUnits = (text: string): bigint => BigInt(text.replace('.', ''))

/** As it is stored. */
export const toPartRow = ({ asset_code, weight, units }: Part) => ({
  asset_code,
  weight,
  units: writeUnits(units),
})
