// Reading rates: what counted at an instant, and what was said over a time.
import type { Db } from '../../../platform/database.ts'
import {
  findDollarRates,
  listDollarRates,
  RATE_SCALE,
  type RateSource,
  readRate,
} from '../assets/index.ts'
import { joinLegs, type Rate, unity } from './rate.ts'

/** What one `from` was worth in `to` at an instant; undefined when nothing was known of either. */
export async function rateAt(
  tx: Db,
  from: string,
  to: string,
  at: Date,
  /** Only what this one said. */
  provider?: string,
): Promise<Rate | undefined> {
  if (from === to) return unity(from, at)
  const codes = [from, to].filter((code) => code !== 'USD')
  const found = await findDollarRates(tx, at, {
    codes,
    ...(provider !== undefined && { provider }),
  })
  const legs = new Map(found.map((row) => [row.from_asset, row]))
  if (codes.some((code) => !legs.has(code))) return undefined
  return joinLegs({ from, to }, legs.get(from), legs.get(to), at)
}

/** What one asset was worth in dollars from an instant on. */
export interface DollarRate {
  /** Times 10^18. */
  readonly rate: bigint
  readonly source: RateSource
  readonly provider: string
  readonly valid_at: Date
  readonly metadata: object
}

/**
 * All dollar rates of an asset that began between two instants, both included, oldest first. What
 * counted before the first of them is what `rateAt` says. The dollar is one from the beginning.
 */
export async function ratesOver(tx: Db, code: string, from: Date, to: Date): Promise<DollarRate[]> {
  if (code === 'USD')
    return [
      { rate: RATE_SCALE, source: 'market', provider: 'launch', valid_at: from, metadata: {} },
    ]
  const rows = await listDollarRates(tx, code, from, to)
  return rows.map(({ rate, source, provider, valid_at, metadata }) => ({
    rate: readRate(rate),
    source,
    provider,
    valid_at: new Date(valid_at),
    metadata,
  }))
}
