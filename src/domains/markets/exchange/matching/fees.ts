// Trading fees. The customer's volume of the last thirty days, in dollars, decides the tier when the
// order is placed; the order keeps its tier.

interface FeeRates {
  /** Parts of 100,000 of the value. */
  readonly maker_rate: bigint
  readonly taker_rate: bigint
}

interface Tier extends FeeRates {
  /** In cents. */
  readonly from: bigint
}

const tiers: readonly Tier[] = [
  { from: 100_000_000n, maker_rate: 90n, taker_rate: 180n },
  { from: 50_000_000n, maker_rate: 95n, taker_rate: 190n },
  { from: 0n, maker_rate: 100n, taker_rate: 200n },
]

/** The house pays no fees, since it would pay them to itself. */
export const noFees: FeeRates = { maker_rate: 0n, taker_rate: 0n }

export const ratesFor = (cents: bigint): FeeRates => tiers.find(({ from }) => cents >= from)!

export const VOLUME_DAYS = 30
