// Ranks offers: 60 % of the score is for the fee and 40 % for the time, each in proportion to the largest. The
// scores are compared as whole numbers, so that the order never depends on rounding.
import type { Offer } from './terms.ts'

const FEE_WEIGHT = 6n
const TIME_WEIGHT = 4n

/** By score, the best first; equal ones by fee, then by name. */
export function rank(offers: readonly Offer[]): Offer[] {
  const feeMax = largest(offers.map(({ fee_units }) => fee_units))
  const timeMax = largest(offers.map(({ seconds }) => BigInt(seconds)))
  // 0.6 × (1 − fee ÷ feeMax) + 0.4 × (1 − time ÷ timeMax), multiplied by 10 × feeMax × timeMax.
  const scoreOf = ({ fee_units, seconds }: Offer): bigint =>
    FEE_WEIGHT * (feeMax - fee_units) * timeMax + TIME_WEIGHT * (timeMax - BigInt(seconds)) * feeMax
  return offers.toSorted(
    (a, b) => compare(scoreOf(b), scoreOf(a)) || compare(a.fee_units, b.fee_units) || byName(a, b),
  )
}

/** The lowest fee; of equal ones the faster. */
export const cheapestOf = (offers: readonly Offer[]): Offer | undefined =>
  offers.toSorted(
    (a, b) => compare(a.fee_units, b.fee_units) || a.seconds - b.seconds || byName(a, b),
  )[0]

/** The shortest time; of equal ones the cheaper. */
export const fastestOf = (offers: readonly Offer[]): Offer | undefined =>
  offers.toSorted(
    (a, b) => a.seconds - b.seconds || compare(a.fee_units, b.fee_units) || byName(a, b),
  )[0]

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const byName = (a: Offer, b: Offer): number => (a.protocol < b.protocol ? -1 : 1)
/** At least 1, so that free offers do not divide by zero. */
const largest = (values: readonly bigint[]): bigint =>
  values.reduce((most, value) => (value > most ? value : most), 1n)
