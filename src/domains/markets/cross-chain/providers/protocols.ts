// The bridge protocols: which chains and tokens each serves, its fee, and how long it takes. A fee has a fixed part
// in US dollars, which depends on the route, and a part in proportion to the amount.
import { type BridgeProtocol, type ChainName, chainNames, chainTable } from '../../chains/index.ts'

/** The last one is for tests. */
export const protocolNames = ['wormhole', 'layerzero', 'axelar', 'circle_cctp', 'demo'] as const
export type ProtocolName = BridgeProtocol | 'demo'

export interface Route {
  readonly from: ChainName
  readonly to: ChainName
}

export interface Protocol {
  readonly name: ProtocolName
  readonly chains: readonly ChainName[]
  readonly tokens: readonly string[]
  /** The fixed part of the fee, in US cents. */
  readonly fixedCents: (route: Route) => bigint
  /** The part in proportion, in hundredths of a percent of the amount. */
  readonly basisPoints: bigint
  readonly seconds: number
  /** Confirmations on the source chain before the transfer is relayed to the destination chain. */
  readonly confirmations: number
  /** Used only if it is requested by name, and never for real money. */
  readonly testOnly: boolean
}

const servedBy = (name: BridgeProtocol): ChainName[] =>
  chainNames.filter((chain) => chainTable[chain].bridges.includes(name))
const rollups: readonly ChainName[] = ['arbitrum', 'optimism', 'base']
const cheapChains: readonly ChainName[] = [...rollups, 'polygon']

const touches = ({ from, to }: Route, chains: readonly ChainName[]): boolean =>
  chains.includes(from) || chains.includes(to)
const within = ({ from, to }: Route, chains: readonly ChainName[]): boolean =>
  chains.includes(from) && chains.includes(to)

const burnCents: Partial<Readonly<Record<ChainName, bigint>>> = {
  ethereum: 80n,
  arbitrum: 5n,
  base: 2n,
  polygon: 1n,
}
const BURN_CENTS_ELSEWHERE = 10n

export const protocols: Readonly<Record<ProtocolName, Protocol>> = {
  wormhole: {
    name: 'wormhole',
    chains: servedBy('wormhole'),
    tokens: ['USDC', 'USDT', 'WETH', 'WBTC'],
    fixedCents: (route) => (touches(route, rollups) ? 50n : 200n),
    basisPoints: 5n,
    seconds: 900,
    confirmations: 15,
    testOnly: false,
  },
  layerzero: {
    name: 'layerzero',
    chains: servedBy('layerzero'),
    tokens: ['USDC', 'USDT', 'WETH'],
    fixedCents: (route) => (within(route, cheapChains) ? 15n : 100n) + 10n,
    basisPoints: 0n,
    seconds: 120,
    confirmations: 20,
    testOnly: false,
  },
  axelar: {
    name: 'axelar',
    chains: servedBy('axelar'),
    tokens: ['USDC', 'USDT', 'WETH', 'WBTC', 'DAI'],
    fixedCents: (route) => (touches(route, ['ethereum']) ? 150n : 30n) + 25n,
    basisPoints: 0n,
    seconds: 180,
    confirmations: 30,
    testOnly: false,
  },
  circle_cctp: {
    name: 'circle_cctp',
    chains: servedBy('circle_cctp'),
    tokens: ['USDC'],
    fixedCents: ({ from }) => burnCents[from] ?? BURN_CENTS_ELSEWHERE,
    basisPoints: 0n,
    seconds: 780,
    confirmations: 65,
    testOnly: false,
  },
  demo: {
    name: 'demo',
    chains: chainNames.filter((chain) => chainTable[chain].bridges.length > 0),
    tokens: ['USDC', 'USDT', 'WETH'],
    fixedCents: () => 0n,
    basisPoints: 10n,
    seconds: 5,
    confirmations: 15,
    testOnly: true,
  },
}

export const isServed = (protocol: Protocol, { from, to }: Route, token: string): boolean =>
  from !== to && within({ from, to }, protocol.chains) && protocol.tokens.includes(token)
