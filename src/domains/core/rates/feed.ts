// The port through which prices come in. A feed says what one of an asset is worth in dollars; what is
// kept of it, and for how long it counts, is not its business.
import type { AssetRecord, RateSource } from '../assets/index.ts'

export interface Quote {
  readonly asset: string
  /** Dollars for one whole, times 10^18. */
  readonly rate: bigint
  readonly bid: bigint | null
  readonly ask: bigint | null
  readonly valid_at: Date
  readonly metadata: object
}

export interface RateFeed {
  readonly name: string
  readonly title: string
  readonly source: RateSource
  /** Whether its prices are made by a rule instead of by a market. */
  readonly simulated: boolean
  /** Whether it is to be asked for this asset. */
  isFor(asset: Pick<AssetRecord, 'code' | 'type'>): boolean
  /** What it says now; throws when it cannot be reached or understood. */
  latest(now: Date, started: Date): Promise<readonly Quote[]>
}

/** A feed that can say what it would have said on any day. */
export interface DailyFeed extends RateFeed {
  /** One quote per asset and UTC day, at its beginning, from the first day to the last. */
  daily(first: Date, last: Date, started: Date): readonly Quote[]
}

const DAY_MS = 86_400_000

export const startOfDay = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)

export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)

export const dayNumber = (time: Date): number => Math.floor(time.getTime() / DAY_MS)
