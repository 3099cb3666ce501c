// The data of the EVM calls that the bank makes: ERC-20 transfers and approvals, and swaps at a router of Uniswap V3.
import { defineCall, getAddress, type Hex, hexToBytes, numberToHex } from '../../../platform/evm.ts'

export interface Call {
  readonly to: string
  readonly data: Hex
  /** In wei of the chain's own coin. */
  readonly value: bigint
}

const transfer = defineCall('function transfer(address to, uint256 amount)')
const approve = defineCall('function approve(address spender, uint256 amount)')
const exactInput = defineCall(
  'function exactInput((bytes path, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum) params)',
)

export const transferCall = (token: string, to: string, units: bigint): Call => ({
  to: token,
  value: 0n,
  data: transfer({ to: getAddress(to), amount: units }),
})

export const approveCall = (token: string, spender: string, units: bigint): Call => ({
  to: token,
  value: 0n,
  data: approve({ spender: getAddress(spender), amount: units }),
})

export interface RouterSwap {
  readonly router: string
  /** Contracts of the tokens, from the first to the last. */
  readonly tokens: readonly string[]
  /** The fee tier of the pool between each two of them. */
  readonly fee_tiers: readonly number[]
  readonly recipient: string
  readonly deadline: Date
  readonly units_in: bigint
  readonly units_out_min: bigint
}

/** One call through one or more pools; the router reverts it if the output is too small or the deadline has passed. */
export function swapCall(swap: RouterSwap): Call {
  if (swap.fee_tiers.length !== swap.tokens.length - 1)
    throw new Error('a path has one pool between each two tokens')
  return {
    to: swap.router,
    value: 0n,
    data: exactInput({
      path: packPath(swap),
      recipient: getAddress(swap.recipient),
      deadline: BigInt(Math.floor(swap.deadline.getTime() / 1000)),
      amountIn: swap.units_in,
      amountOutMinimum: swap.units_out_min,
    }),
  }
}

/** The tokens, with the fee tier of the pool (3 bytes) between each two. */
function packPath({ tokens, fee_tiers }: RouterSwap): Uint8Array {
  const parts = tokens.flatMap((token, n) =>
    n === 0 ? [getAddress(token)] : [numberToHex(fee_tiers[n - 1]!, 3), getAddress(token)],
  )
  return Buffer.concat(parts.map(hexToBytes))
}
