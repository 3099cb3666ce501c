// Reads rates: the one valid at an instant, and all of a period.
import type { Db } from '../../../platform/database.ts'
import {
  findDollarRates,
  listDollarRates,
  RATE_SCALE,
  type RateSource,
  readRate,
} from '../assets/index.ts'
import { joinLegs, type Rate, identityRate } from './rate.ts'

/** The value of one `from` in `to` at an instant; undefined when the rate of one of them is unknown. */
export async function rateAt(
  tx: Db,
  from: string,
  to: string,
  at: Date,
  /** Only rates of this provider. */
  provider?: string,
): Promise<Rate | undefined> {
  if (from === to) return identityRate(from, at)
  const codes = [from, to].filter((code) => code !== 'USD')
  const found = await findDollarRates(tx, at, {
    codes,
    ...(provider !== undefined && { provider }),
  })
  const legs = new Map(found.map((row) => [row.from_asset, row]))
  if (codes.some((code) => !legs.has(code))) return undefined
  return joinLegs({ from, to }, legs.get(from), legs.get(to), at)
}

/** The value of one whole asset in dollars from an instant on. */
export interface DollarRate {
  /** Times 10^18. */
  readonly rate: bigint
  readonly source: RateSource
  readonly provider: string
  readonly valid_at: Date
  readonly metadata: object
}

/**
 * All dollar rates of an asset that began between two instants, both included, oldest first. `rateAt` gives
 * the rate before the first of them. The dollar is always 1.
 */
export async function listRatesBetween(
  tx: Db,
  code: string,
  from: Date,
  to: Date,
): Promise<DollarRate[]> {
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
