// What a trade costs. The tier is decided by what a customer traded in the last thirty days, in
// dollars, when the order comes in, and stays with the order.

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

/** What the house pays: it would pay itself. */
export const noFees: FeeRates = { maker_rate: 0n, taker_rate: 0n }

export const ratesFor = (cents: bigint): FeeRates => tiers.find(({ from }) => cents >= from)!

export const VOLUME_DAYS = 30
