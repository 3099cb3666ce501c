// The basket's composition as governance sees it: shares that a vote may change, and the port through
// which governance reads and changes them.
import type { Environment } from '../../../operation/caller.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { readPercent, type Shares, sumOf, toPercent, TOTAL_SHARES } from './percent.ts'

export const BASKET = 'GCU'

/** Shares are hundredths of a percent by asset code and sum to 10000. */
export interface BasketPort {
  currentComposition(tx: Db, environment: Environment): Promise<Shares>
  /**
   * Sets the target weights and rebalances, in the transaction of the context. The result is stored
   * with the decision. A declared error refuses: 4xx is final, after 5xx it is tried again later.
   */
  applyComposition(ctx: Context, composition: Shares): Promise<object>
}

export type PercentInput = Readonly<Record<string, string | number>>

/** Reads shares of known assets with at most two places that sum to exactly 100; errors name the field. */
export function readComposition(
  input: PercentInput,
  assets: AssetCatalogue,
  field: string,
): Record<string, number> {
  const shares = readShares(input, field)
  for (const code of Object.keys(shares)) checkComponent(code, assets, field)
  checkTotal(shares, field, 0)
  return shares
}

export function readShares(input: PercentInput, field: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(input).map(([code, value]) => {
      const share = readPercent(value)
      if (share === undefined)
        throw Invalid({
          errors: {
            [field]: [
              `The share of ${code} must be from 0 to 100 with at most two decimal places.`,
            ],
          },
        })
      return [code, share]
    }),
  )
}

export function checkComponent(code: string, assets: AssetCatalogue, field: string): void {
  if (code === BASKET || !assets.find(code)?.is_active)
    throw Invalid({
      errors: { [field]: [`${code} cannot be part of the basket; name an active asset.`] },
    })
}

/** `tolerance` is in hundredths of a percent. */
export function checkTotal(shares: Shares, field: string, tolerance: number): void {
  const sum = sumOf(shares)
  if (Math.abs(sum - TOTAL_SHARES) > tolerance)
    throw Invalid({
      errors: { [field]: [`The shares must sum to 100; they sum to ${toPercent(sum)}.`] },
    })
}
