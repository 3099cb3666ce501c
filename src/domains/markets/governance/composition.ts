// What the basket is made of, as governance sees it: shares that a vote may change, and the port
// through which they are changed. Whoever keeps the basket implements the port.
import type { Environment } from '../../../operation/caller.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { readPercent, type Shares, sumOf, toPercent, WHOLE } from './percent.ts'

export const BASKET = 'GCU'

/** Shares are hundredths of a percent by asset code, together 10000. */
export interface BasketPort {
  currentComposition(tx: Db, environment: Environment): Promise<Shares>
  /**
   * Makes these the target weights and rebalances, in the transaction of the context; what it returns
   * is kept with the decision. Throws a declared error to refuse: of 5xx it is asked again later.
   */
  applyComposition(ctx: Context, composition: Shares): Promise<object>
}

export type PercentInput = Readonly<Record<string, string | number>>

/** Known assets, shares of at most two places, exactly 100 together; throws naming the field. */
export function readComposition(
  input: PercentInput,
  assets: AssetCatalogue,
  field: string,
): Record<string, number> {
  const shares = readShares(input, field)
  for (const code of Object.keys(shares)) checkComponent(code, assets, field)
  checkWhole(shares, field, 0)
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
    throw Invalid({ errors: { [field]: [`${code} is no asset the basket can be made of.`] } })
}

/** `tolerance` in hundredths of a percent. */
export function checkWhole(shares: Shares, field: string, tolerance: number): void {
  const sum = sumOf(shares)
  if (Math.abs(sum - WHOLE) > tolerance)
    throw Invalid({
      errors: { [field]: [`The shares must sum to 100; they sum to ${toPercent(sum)}.`] },
    })
}
