// The chains on which USDC can be paid, with its contract on each.

export interface Network {
  /** CAIP-2. */
  readonly id: string
  readonly name: string
  readonly testnet: boolean
  /** Null for chains without a numeric id. */
  readonly chain_id: number | null
  readonly usdc_address: string
  /** The name in the contract, which is part of the signed data. */
  readonly usdc_name: string
  readonly explorer_url: string
  /** The chain's name in version 1 of x402; null for a chain that clients of version 1 refuse to read. */
  readonly v1_name: string | null
}

export const USDC_DECIMALS = 6
/** Amounts are in millionths of a USDC. */
export const USDC_PER_CENT = 10_000n
export const USDC_VERSION = '2'
export const DEFAULT_NETWORK = 'eip155:8453'

const evm = (
  chain_id: number,
  name: string,
  v1_name: string | null,
  usdc_address: string,
  explorer_url: string,
  usdc_name: string,
  testnet = false,
): Network => ({
  id: `eip155:${chain_id}`,
  name,
  testnet,
  chain_id,
  usdc_address,
  usdc_name,
  explorer_url,
  v1_name,
})

export const networks: readonly Network[] = [
  evm(
    8453,
    'Base',
    'base',
    '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    'https://basescan.org',
    'USD Coin',
  ),
  evm(
    84532,
    'Base Sepolia',
    'base-sepolia',
    '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    'https://sepolia.basescan.org',
    'USDC',
    true,
  ),
  evm(
    1,
    'Ethereum',
    null,
    '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    'https://etherscan.io',
    'USD Coin',
  ),
  evm(
    11155111,
    'Sepolia',
    null,
    '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238',
    'https://sepolia.etherscan.io',
    'USDC',
    true,
  ),
  evm(
    43114,
    'Avalanche',
    'avalanche',
    '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
    'https://snowtrace.io',
    'USD Coin',
  ),
  evm(
    43113,
    'Avalanche Fuji',
    'avalanche-fuji',
    '0x5425890298aed601595a70AB815c96711a31Bc65',
    'https://testnet.snowtrace.io',
    'USD Coin',
    true,
  ),
  {
    id: 'solana:mainnet',
    name: 'Solana',
    testnet: false,
    chain_id: null,
    usdc_address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    usdc_name: 'USDC',
    explorer_url: 'https://solscan.io',
    v1_name: 'solana',
  },
  {
    id: 'solana:devnet',
    name: 'Solana Devnet',
    testnet: true,
    chain_id: null,
    usdc_address: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    usdc_name: 'USDC',
    explorer_url: 'https://solscan.io/?cluster=devnet',
    v1_name: 'solana-devnet',
  },
]

export const findNetwork = (id: string): Network | undefined =>
  networks.find((network) => network.id === id)

export function getNetwork(id: string): Network {
  const network = findNetwork(id)
  if (!network) throw new Error(`the network ${id} is not supported`)
  return network
}
