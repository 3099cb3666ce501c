// The arithmetic of baskets, in integers: the units of each part, their value, and the legs of an
// exchange. A basket consists of fixed units of its parts. Its weights set each part's share of the
// value when the units are computed; after that, prices move the shares.
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

export interface Component extends Target {
  /** Wholes of the asset in one whole basket, times 10^12. */
  readonly units: bigint
}

/** Dollars for one whole, times 10^18. */
export type Prices = ReadonlyMap<string, bigint>

export interface PricedComponent extends Component {
  readonly price: bigint
}

/** Undefined while the price of any part is unknown. */
export function priceComponents(
  parts: readonly Component[],
  prices: Prices,
): PricedComponent[] | undefined {
  const priced = parts.map((part) => ({ ...part, price: prices.get(part.asset_code) }))
  return priced.every((part): part is PricedComponent => part.price !== undefined)
    ? priced
    : undefined
}

/** The exact value of a part in one whole basket: dollars times 10^30. */
export const exactValueOf = ({ units, price }: Pick<PricedComponent, 'units' | 'price'>): bigint =>
  units * price

const WORTH_SCALE = 10n ** BigInt(UNIT_DIGITS) * RATE_SCALE

/** Dollars for one whole basket, times 10^8, rounded half to even. */
export const valueOf = (parts: readonly PricedComponent[]): bigint =>
  multiplyDivide(
    parts.reduce((sum, part) => sum + exactValueOf(part), 0n),
    VALUE_SCALE,
    WORTH_SCALE,
    'half-even',
  )

/**
 * The units that give each part its weight at these prices, rounded down so that they are never worth
 * more than the value. The remainder goes to the cheapest part, so that repeated rebalancing does not
 * erode the value.
 */
export function setUnits(
  targets: readonly (Target & { readonly price: bigint })[],
  value: bigint,
): PricedComponent[] {
  const whole = value * (WORTH_SCALE / VALUE_SCALE)
  const parts = targets.map((target) => ({
    ...target,
    units: multiplyDivide(whole, BigInt(target.weight), BigInt(WHOLE) * target.price, 'down'),
  }))
  const left = whole - parts.reduce((sum, part) => sum + exactValueOf(part), 0n)
  const cheapest = parts
    .filter(({ weight }) => weight > 0)
    .reduce((a, b) => (b.price < a.price ? b : a))
  return parts.map((part) =>
    part === cheapest ? { ...part, units: part.units + left / part.price } : part,
  )
}

/** The smallest units of one part that an amount of the basket contains. */
export const legUnits = (
  amount: bigint,
  basket: { readonly precision: number },
  part: Pick<Component, 'units'>,
  asset: { readonly precision: number },
  rounding: Rounding,
): bigint =>
  multiplyDivide(
    amount,
    part.units * 10n ** BigInt(asset.precision),
    10n ** BigInt(basket.precision + UNIT_DIGITS),
    rounding,
  )

/** Splits a total in proportion to sizes, to the last unit; leftover units go to the largest remainders. */
export function apportion(total: bigint, sizes: readonly bigint[]): bigint[] {
  const sum = sizes.reduce((a, b) => a + b, 0n)
  if (sum <= 0n) throw new Error('cannot apportion by sizes that sum to zero')
  const shares = sizes.map((size) => (total * size) / sum)
  const left = Number(total - shares.reduce((a, b) => a + b, 0n))
  const byRest = sizes
    .map((size, index) => ({ index, rest: (total * size) % sum }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of byRest.slice(0, left)) shares[index]! += 1n
  return shares
}

/** Each part's current share of the value in hundredths of a percent; the shares sum to 100 percent. */
export const sharesOf = (parts: readonly PricedComponent[]): number[] =>
  apportion(BigInt(WHOLE), parts.map(exactValueOf)).map(Number)

/** Weights may miss 100 percent by 0.01; the largest weight absorbs the difference. Undefined if they miss it by more. */
export function normalizeWeights<T extends Target>(targets: readonly T[]): T[] | undefined {
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

/** A part in its stored form. */
export const toComponentRow = ({ asset_code, weight, units }: Component) => ({
  asset_code,
  weight,
  units: writeUnits(units),
})
