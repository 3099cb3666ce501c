// The protocols of decentralized finance that the bank knows, and their terms.
import type { ChainName } from '../chains/index.ts'

export const dexNames = ['uniswap_v3', 'curve', 'sushiswap', 'demo'] as const
export type Dex = (typeof dexNames)[number]

/** The exchanges that a request may choose from; `demo` serves chains that have none of them. */
export const dexSources = ['uniswap_v3', 'curve', 'sushiswap'] as const

interface Protocol {
  readonly name: string
  readonly display: string
  readonly category: string
}

export const protocols: readonly Protocol[] = [
  { name: 'uniswap_v3', display: 'Uniswap V3', category: 'dex' },
  { name: 'curve', display: 'Curve Finance', category: 'dex' },
  { name: 'sushiswap', display: 'SushiSwap', category: 'dex' },
  { name: 'aave_v3', display: 'Aave V3', category: 'lending' },
  { name: 'lido', display: 'Lido', category: 'liquid_staking' },
  { name: 'demo', display: 'Demo', category: 'demo' },
]

/** An exchange by its id or by its short name. */
export const findDex = (name: string): Dex | undefined =>
  name === 'uniswap' ? 'uniswap_v3' : dexNames.find((dex) => dex === name)

interface GasTable {
  readonly chains: Readonly<Partial<Record<ChainName, bigint>>>
  readonly other: bigint
}

// In US cents.
const routerGas: GasTable = {
  chains: { ethereum: 1_500n, polygon: 5n, arbitrum: 30n, optimism: 20n, base: 10n },
  other: 500n,
}
const gas: Readonly<Record<Dex, GasTable>> = {
  uniswap_v3: routerGas,
  sushiswap: routerGas,
  curve: { chains: { ethereum: 1_200n, polygon: 3n, arbitrum: 25n }, other: 500n },
  demo: { chains: {}, other: 50n },
}

/** What a swap costs in gas, in US cents. */
export const gasCents = (dex: Dex, chain: ChainName): bigint =>
  gas[dex].chains[chain] ?? gas[dex].other

/** The chains of the lending protocol, which also gives flash loans. */
export const lendingChains = ['ethereum', 'polygon', 'arbitrum', 'optimism', 'base'] as const

export const STAKING_CHAIN = 'ethereum'
