// The market on the destination chain, as far as a swap across chains needs it.
import type { Context } from '../../../operation/operation.ts'
import type { ChainName } from '../chains/index.ts'

export interface SwapOrder {
  readonly chain: ChainName
  readonly from_token: string
  readonly to_token: string
  readonly units: bigint
}

export interface SwapEstimate {
  readonly output_units: bigint
  /** The gas of the swap, in units of the token that is given. */
  readonly gas_units: bigint
}

export interface SwapExecution extends SwapOrder {
  /** Names the swap once, so that a retry has one effect. */
  readonly id: string
  /** The account that gives and receives. */
  readonly account: string
  readonly least_units: bigint
}

export interface SwapMarket {
  /** Throws a declared error when the market has no such pair or too little of it. */
  estimate(ctx: Context, order: SwapOrder): Promise<SwapEstimate>
  /** Swaps on behalf of the caller in `ctx`; throws a declared error, and has done nothing then. */
  execute(
    ctx: Context,
    execution: SwapExecution,
  ): Promise<{ readonly output_units: bigint; readonly tx_hash: string }>
}
