// The chains that the bank holds tokens on, in the words that people use for them.
import type { CrossChainNetwork } from '../../sdk/client/types.ts'

export const CHAINS: Readonly<Record<CrossChainNetwork, string>> = {
  ethereum: 'Ethereum',
  polygon: 'Polygon',
  arbitrum: 'Arbitrum',
  optimism: 'Optimism',
  base: 'Base',
  bsc: 'BNB Chain',
  solana: 'Solana',
  bitcoin: 'Bitcoin',
  tron: 'Tron',
}

/** The tokens that are traded on the chains; the bank refuses what a chain does not know. */
export const TOKENS = ['USDC', 'USDT', 'DAI', 'WETH', 'WBTC', 'ETH'] as const
