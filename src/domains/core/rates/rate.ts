// The rate between two assets and the conversion of amounts: whole numbers only, rounded once, in the way
// that the caller names. Pairs without the dollar are chained through it.
import { type Asset, multiplyDivide, type Rounding } from '../../../kernel/money.ts'
import { RATE_SCALE, type RateRow, type RateSource, readRate } from '../assets/index.ts'

/**
 * A rate is exactly numerator ÷ denominator. `rate` is that times 10^18, rounded half to even, for showing;
 * amounts are converted by the fraction, so that converting there and back never makes money.
 */
export interface Rate {
  readonly from: string
  readonly to: string
  readonly rate: bigint
  readonly numerator: bigint
  readonly denominator: bigint
  readonly bid: bigint | null
  readonly ask: bigint | null
  readonly source: RateSource
  /** The time of the older of the two legs. */
  readonly valid_at: Date
  readonly expires_at: Date | null
  readonly metadata: Readonly<Record<string, unknown>>
}

type Fraction = Pick<Rate, 'numerator' | 'denominator'>

/** Converts units of one asset to units of another. `rate` is a fraction, or a number scaled by 10^18. */
export function convertUnits(
  units: bigint,
  rate: Fraction | bigint,
  from: Asset,
  to: Asset,
  rounding: Rounding,
): bigint {
  const { numerator, denominator } =
    typeof rate === 'bigint' ? { numerator: rate, denominator: RATE_SCALE } : rate
  return multiplyDivide(
    units,
    numerator * 10n ** BigInt(to.precision),
    denominator * 10n ** BigInt(from.precision),
    rounding,
  )
}

/** The rate in the opposite direction, times 10^18. */
export const inverseOf = ({ numerator, denominator }: Fraction): bigint =>
  multiplyDivide(RATE_SCALE, denominator, numerator, 'half-even')

/** One leg of a pair: the value of an asset in dollars. The dollar itself has no leg: it is always 1. */
export type Leg = Pick<
  RateRow,
  'rate' | 'bid' | 'ask' | 'source' | 'valid_at' | 'expires_at' | 'metadata' | 'provider'
>

export function joinLegs(
  pair: { readonly from: string; readonly to: string },
  from: Leg | undefined,
  to: Leg | undefined,
  now: Date,
): Rate {
  const numerator = from ? readRate(from.rate) : RATE_SCALE
  const denominator = to ? readRate(to.rate) : RATE_SCALE
  const older = olderOf(from, to)
  return {
    ...pair,
    numerator,
    denominator,
    rate: multiplyDivide(RATE_SCALE, numerator, denominator, 'half-even'),
    bid: divide(side(from, 'bid'), side(to, 'ask')),
    ask: divide(side(from, 'ask'), side(to, 'bid')),
    source: older?.source ?? 'market',
    valid_at: older ? new Date(older.valid_at) : now,
    expires_at: earliest(from?.expires_at, to?.expires_at),
    metadata: describe(from, to, older),
  }
}

/** The rate of an asset to itself, which is always 1. */
export const identityRate = (code: string, now: Date): Rate => ({
  ...joinLegs({ from: code, to: code }, undefined, undefined, now),
  metadata: { same_asset: true },
})

const olderOf = (a: Leg | undefined, b: Leg | undefined): Leg | undefined =>
  a && b ? (a.valid_at < b.valid_at ? a : b) : (a ?? b)

const side = (leg: Leg | undefined, which: 'bid' | 'ask'): bigint | null => {
  if (!leg) return RATE_SCALE
  const text = leg[which]
  return text === null ? null : readRate(text)
}

const divide = (a: bigint | null, b: bigint | null): bigint | null =>
  a === null || b === null ? null : multiplyDivide(RATE_SCALE, a, b, 'half-even')

function earliest(...times: (string | null | undefined)[]): Date | null {
  const first = times.filter((time) => typeof time === 'string').toSorted()[0]
  return first === undefined ? null : new Date(first)
}

const describe = (
  from: Leg | undefined,
  to: Leg | undefined,
  older: Leg | undefined,
): Rate['metadata'] => ({
  ...older?.metadata,
  ...(older && { provider: older.provider }),
  ...(from && to && { chained: true, via: 'USD' }),
})
