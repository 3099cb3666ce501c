// The port for rate feeds. A feed quotes assets in dollars; it does not decide which quotes are recorded or
// how long they are valid.
import { DAY_MS } from '../../../kernel/durations.ts'
import type { AssetRecord, RateSource } from '../assets/index.ts'

export interface Quote {
  readonly asset: string
  /** Dollars for one whole asset, times 10^18. */
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
  /** Whether the rates follow a formula instead of a market. */
  readonly simulated: boolean
  /** Whether this feed quotes the asset. */
  isFor(asset: Pick<AssetRecord, 'code' | 'type'>): boolean
  /** The current quotes; throws when the feed cannot be reached or understood. */
  latest(now: Date, started: Date): Promise<readonly Quote[]>
}

/** A feed that can compute its quotes for any day. */
export interface DailyFeed extends RateFeed {
  /** One quote per asset and UTC day, valid from the start of the day, for the first to the last day. */
  daily(first: Date, last: Date, started: Date): readonly Quote[]
}

export const startOfDay = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS)

export const addDays = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS)

export const dayNumber = (time: Date): number => Math.floor(time.getTime() / DAY_MS)
