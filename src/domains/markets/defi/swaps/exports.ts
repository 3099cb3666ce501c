// Swaps for other domains, whose amount in smallest units pays for the swap and for its gas.
import type { Context } from '../../../../operation/operation.ts'
import type { ChainName } from '../../chains/index.ts'
import { ExecutionFailed, NoLiquidity } from '../errors.ts'
import { chooseChain, type DefiOptions, userOf } from '../options.ts'
import { MILLION } from '../pools/math.ts'
import { allSources, findTerms, type SwapTerms } from './quotes.ts'
import { settleSwap } from './settlement.ts'
import { findSwap } from '../store.ts'
import { executeNow } from './service.ts'
import { findTradedToken, readToken, writeUnits } from '../tokens.ts'

export interface WholeSwap {
  readonly chain: ChainName
  readonly from_token: string
  readonly to_token: string
  /** Pays for the swap and for its gas. */
  readonly units: bigint
}

const FIELDS = { token_in: 'from_token', token_out: 'to_token', amount_in: 'amount' }

export const makeSwapExports = (options: DefiOptions) => {
  const requestOf = ({ chain, from_token, to_token }: WholeSwap, units: bigint, slippage = 0n) => ({
    chain,
    token_in: from_token,
    token_out: to_token,
    amount_in: writeUnits(readToken(chain, from_token, FIELDS.token_in), units),
    slippage,
    sources: allSources,
  })

  /** The terms for the amount less the gas. The gas depends on the route, so the route is found first. */
  async function findWhole(ctx: Context, swap: WholeSwap): Promise<SwapTerms> {
    chooseChain(options, ctx.caller.environment, swap.chain)
    let { terms } = await findTerms(requestOf(swap, swap.units), FIELDS, ctx)
    let gas = terms.gas_units
    // The smaller amount may take another route that needs more gas; then the terms are computed once more.
    for (let round = 0; round < 2 && swap.units > gas; round++) {
      ;({ terms } = await findTerms(requestOf(swap, swap.units - gas), FIELDS, ctx))
      if (terms.gas_units <= gas) return terms
      gas = terms.gas_units
    }
    throw NoLiquidity({
      reason: 'AMOUNT_TOO_SMALL',
      sentence: 'Nothing is left of this amount after the gas; use a larger amount.',
    })
  }

  return {
    /** The asset of a symbol on the chain; undefined if the chain has no such token. */
    assetOn: (chain: ChainName, symbol: string): string | undefined =>
      findTradedToken(chain, symbol)?.asset,
    /** Throws when there is no route, or the amount is too small or too large for it. */
    async estimate(ctx: Context, swap: WholeSwap) {
      const { expected_units, gas_units } = await findWhole(ctx, swap)
      return { output_units: expected_units, gas_units }
    },
    /** Submits a swap of the caller from this account; throws if the output would be below the minimum. */
    async submit(
      ctx: Context,
      swap: WholeSwap & {
        readonly account: string
        readonly least_units: bigint
        /** An address outside the bank that gets the output. */
        readonly recipient?: string | undefined
      },
    ) {
      const { units_in, expected_units } = await findWhole(ctx, swap)
      const { least_units } = swap
      if (expected_units < least_units)
        throw ExecutionFailed({
          reason: 'SLIPPAGE',
          sentence: 'The price has moved by more than the slippage that you allow.',
        })
      const slippage = ((expected_units - least_units) * MILLION) / expected_units
      const { account: account_uuid, recipient } = swap
      const request = { ...requestOf(swap, units_in, slippage), account_uuid, recipient }
      const { id, tx_hash } = await executeNow(request, FIELDS, ctx, options)
      return { id, tx_hash }
    },
    /** Settles a swap of the caller if it is due, and returns its state. */
    async observe(ctx: Context, id: string) {
      await settleSwap(id, ctx, options)
      const swap = await findSwap(ctx.tx, userOf(ctx), id)
      if (!swap) throw new Error(`there is no swap ${id}`)
      if (swap.status === 'confirmed')
        return { state: 'completed' as const, output_units: BigInt(swap.output_units!) }
      if (swap.status === 'submitted') return { state: 'pending' as const }
      return {
        state: 'failed' as const,
        // A failed transaction has cost its gas, one that was never confirmed has not.
        lost_units: swap.status === 'failed' ? BigInt(swap.gas_units) : 0n,
        reason: swap.reason ?? 'The swap failed.',
      }
    },
  }
}
