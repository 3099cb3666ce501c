// Turns rates into the shapes that the API shows.
import { type RateRow, showRate } from '../assets/index.ts'
import { inverseOf, joinLegs, type Rate } from './rate.ts'

export const ageMinutes = (valid_at: Date, now: Date): number =>
  Math.max(0, Math.floor((now.getTime() - valid_at.getTime()) / 60_000))

export const toPair = (rate: Rate, now: Date) => ({
  from_asset: rate.from,
  to_asset: rate.to,
  rate: showRate(rate.rate),
  inverse_rate: showRate(inverseOf(rate)),
  bid: rate.bid === null ? null : showRate(rate.bid),
  ask: rate.ask === null ? null : showRate(rate.ask),
  source: rate.source,
  valid_at: rate.valid_at.toISOString(),
  expires_at: rate.expires_at?.toISOString() ?? null,
  is_active: true,
  age_minutes: ageMinutes(rate.valid_at, now),
  metadata: rate.metadata,
})

/** Shows a stored rate like a pair, with its id. */
export const toExchangeRate = (row: RateRow, now: Date) => ({
  id: row.id,
  ...toPair(joinLegs({ from: row.from_asset, to: row.to_asset }, row, undefined, now), now),
  is_active: row.is_active,
})
