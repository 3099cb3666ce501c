// The data of the EVM calls that the bank makes: ERC-20 transfers and approvals, and swaps at a router of Uniswap V3.
import type { Address, Hex } from 'viem'
import { encodeFunctionData, encodePacked, parseAbi } from 'viem/utils'

export interface Call {
  readonly to: string
  readonly data: Hex
  /** In wei of the chain's own coin. */
  readonly value: bigint
}

const erc20 = parseAbi([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function approve(address spender, uint256 amount) returns (bool)',
])

const router = parseAbi([
  'struct Path { bytes path; address recipient; uint256 deadline; uint256 amountIn; uint256 amountOutMinimum; }',
  'function exactInput(Path params) payable returns (uint256 amountOut)',
])

export const transferCall = (token: string, to: string, units: bigint): Call => ({
  to: token,
  value: 0n,
  data: encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to as Address, units] }),
})

export const approveCall = (token: string, spender: string, units: bigint): Call => ({
  to: token,
  value: 0n,
  data: encodeFunctionData({
    abi: erc20,
    functionName: 'approve',
    args: [spender as Address, units],
  }),
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
  const types = swap.tokens.flatMap((_, n) => (n === 0 ? ['address'] : ['uint24', 'address']))
  const values = swap.tokens.flatMap((token, n) =>
    n === 0 ? [token] : [swap.fee_tiers[n - 1]!, token],
  )
  return {
    to: swap.router,
    value: 0n,
    data: encodeFunctionData({
      abi: router,
      functionName: 'exactInput',
      args: [
        {
          path: encodePacked(types, values),
          recipient: swap.recipient as Address,
          deadline: BigInt(Math.floor(swap.deadline.getTime() / 1000)),
          amountIn: swap.units_in,
          amountOutMinimum: swap.units_out_min,
        },
      ],
    }),
  }
}
