// The chains on which the bank holds tokens, with their display names.
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

/** The tokens that are traded on the chains; the bank rejects a token that a chain does not have. */
export const TOKENS = ['USDC', 'USDT', 'DAI', 'WETH', 'WBTC', 'ETH'] as const
