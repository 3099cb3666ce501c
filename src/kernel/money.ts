// Money is a whole number of an asset's smallest unit. There are no floats here: amounts are read and written
// as text, and every rounding states its mode.

export interface Asset {
  readonly code: string
  /** Decimal places of the smallest unit: USD 2, JPY 0, ETH 18. */
  readonly precision: number
}

export interface Money {
  readonly units: bigint
  readonly asset: Asset
}

/** The asset in which the value of all others is stated. */
export const DOLLAR: Asset = { code: 'USD', precision: 2 }

/** The largest balance of a customer; it is also the largest value of numeric(38,0). */
export const UNITS_MAX = 10n ** 38n - 1n

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/

/** '12.34' → 1234 units of USD. Never rounds: more places than the asset has give undefined. */
export function parseDecimal(text: string, asset: Asset): Money | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const [, sign, whole = '', fraction = ''] = match
  if (fraction.length > asset.precision) return undefined
  const units = BigInt(whole + fraction.padEnd(asset.precision, '0'))
  if (units > UNITS_MAX) return undefined
  return { units: sign ? -units : units, asset }
}

/** Exactly `precision` places, a dot, no grouping. */
export function formatDecimal({ units, asset }: Money): string {
  const digits = (units < 0n ? -units : units).toString().padStart(asset.precision + 1, '0')
  const cut = digits.length - asset.precision
  const sign = units < 0n ? '-' : ''
  return sign + digits.slice(0, cut) + (asset.precision > 0 ? `.${digits.slice(cut)}` : '')
}

export function add(a: Money, b: Money): Money {
  checkSameAsset(a, b)
  return { units: a.units + b.units, asset: a.asset }
}

export function subtract(a: Money, b: Money): Money {
  checkSameAsset(a, b)
  return { units: a.units - b.units, asset: a.asset }
}

function checkSameAsset(a: Money, b: Money): void {
  if (a.asset.code !== b.asset.code)
    throw new Error(`${a.asset.code} and ${b.asset.code} cannot be added up`)
}

export type Rounding = 'down' | 'up' | 'half-even' | 'half-up'

/** units × numerator ÷ denominator. `down` rounds towards zero, `up` away from it; `half-up` rounds ties away. */
export function multiplyDivide(
  units: bigint,
  numerator: bigint,
  denominator: bigint,
  rounding: Rounding,
): bigint {
  if (denominator === 0n) throw new Error('division by zero')
  const product = units * numerator
  const quotient = product / denominator
  const rest = product % denominator
  if (rest === 0n || rounding === 'down') return quotient
  const away = product < 0n === denominator < 0n ? 1n : -1n
  if (rounding === 'up') return quotient + away
  const twice = 2n * (rest < 0n ? -rest : rest)
  const whole = denominator < 0n ? -denominator : denominator
  const isTieAway = rounding === 'half-up' || quotient % 2n !== 0n
  const goesAway = twice > whole || (twice === whole && isTieAway)
  return goesAway ? quotient + away : quotient
}

/** Splits without losing a unit: the remainder goes to the first shares, one unit each. */
export function allocate(total: Money, weights: readonly bigint[]): Money[] {
  const sum = weights.reduce((a, b) => a + b, 0n)
  if (sum <= 0n || weights.some((weight) => weight < 0n))
    throw new Error('weights must not be negative, and at least one must be positive')
  const shares = weights.map((weight) => (total.units * weight) / sum)
  let left = total.units - shares.reduce((a, b) => a + b, 0n)
  const step = left > 0n ? 1n : -1n
  for (let i = 0; left !== 0n; i++) {
    if (weights[i] === 0n) continue
    shares[i]! += step
    left -= step
  }
  return shares.map((units) => ({ units, asset: total.asset }))
}

/** Exactly `precision` places, a space, the code: '1500.00 USD'. */
export const formatMoney = (money: Money): string => `${formatDecimal(money)} ${money.asset.code}`

/** '2,850.75': for display, with commas between thousands. */
export const groupThousands = (decimal: string): string =>
  decimal.replace(/^-?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ','))

/** A JSON integer, exact also beyond 2^53: some clients can read it, and none gets a rounded value. */
export const toJsonInteger = (units: bigint): number =>
  units >= -SAFE_MAX && units <= SAFE_MAX
    ? Number(units)
    : (JSON as unknown as { rawJSON(text: string): number }).rawJSON(String(units))

const SAFE_MAX = BigInt(Number.MAX_SAFE_INTEGER)

/** More digits than a JSON reader keeps exactly are sent as they are. */
const EXACT_DIGITS = 15

/** Decimal text as a JSON number, to the last digit: '12.50' → 12.5 */
export const toJsonDecimal = (decimal: string): number =>
  decimal.replace(/\D/g, '').length <= EXACT_DIGITS
    ? Number(decimal)
    : (JSON as unknown as { rawJSON(text: string): number }).rawJSON(decimal)
