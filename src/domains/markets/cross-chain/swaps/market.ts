// The market on the destination chain, as far as a swap across chains needs it.
import type { Context } from '../../../../operation/operation.ts'
import type { ChainName } from '../../chains/index.ts'

export interface SwapOrder {
  readonly chain: ChainName
  readonly from_token: string
  readonly to_token: string
  /** The total for the swap and its gas. */
  readonly units: bigint
}

export interface SwapEstimate {
  readonly output_units: bigint
  /** The gas of the swap, in units of the input token. */
  readonly gas_units: bigint
}

export interface SwapSubmission extends SwapOrder {
  /** The account that pays and receives. */
  readonly account: string
  readonly least_units: bigint
  /** An address outside the bank that gets the output in place of the account. */
  readonly recipient?: string | undefined
}

export type SwapProgress =
  | { readonly state: 'pending' }
  | { readonly state: 'completed'; readonly output_units: bigint }
  /** The input was returned, less the gas of the failed transaction. */
  | { readonly state: 'failed'; readonly lost_units: bigint; readonly reason: string }

export interface SwapMarket {
  /** The asset of a symbol on the chain; undefined if the chain has no such token. */
  assetOn(chain: ChainName, symbol: string): string | undefined
  /** Throws a declared error if the market has no such pair or too little liquidity. */
  estimate(ctx: Context, order: SwapOrder): Promise<SwapEstimate>
  /** Submits a swap for the caller in `ctx`; throws a declared error if the output would be below the minimum. */
  submit(
    ctx: Context,
    submission: SwapSubmission,
  ): Promise<{ readonly id: string; readonly tx_hash: string }>
  /** Advances a submitted swap as far as possible, and returns its state. */
  observe(ctx: Context, id: string): Promise<SwapProgress>
}
