// The chains and tokens that the bank knows: where a token exists, under which contract, and its reference price.
// Every token is an asset of the bank. The prices are for estimates and simulated markets; they do not move.
import { multiplyDivide, type Rounding } from '../../../kernel/money.ts'

export const chainNames = [
  'ethereum',
  'polygon',
  'arbitrum',
  'optimism',
  'base',
  'bsc',
  'solana',
  'bitcoin',
  'tron',
] as const
export type ChainName = (typeof chainNames)[number]

export const protocolNames = ['wormhole', 'layerzero', 'axelar', 'circle_cctp'] as const
export type BridgeProtocol = (typeof protocolNames)[number]

export interface Chain {
  readonly name: ChainName
  /** The number of the chain in EVM transactions; null for other kinds of chains. */
  readonly chain_id: number | null
  readonly is_evm: boolean
  readonly native: TokenSymbol
  readonly bridges: readonly BridgeProtocol[]
  /** How many seconds the simulated chain takes for one block. */
  readonly block_seconds: number
  /** The gas price of the simulated chain in millionths of a gwei. */
  readonly gas_price: bigint
}

const most: readonly BridgeProtocol[] = ['wormhole', 'layerzero', 'axelar']

const evm = (
  name: ChainName,
  chain_id: number,
  native: TokenSymbol,
  bridges: readonly BridgeProtocol[],
  block_seconds: number,
  gas_price: bigint,
): Chain => ({ name, chain_id, is_evm: true, native, bridges, block_seconds, gas_price })

const other = (
  name: ChainName,
  native: TokenSymbol,
  bridges: readonly BridgeProtocol[],
  block_seconds: number,
): Chain => ({
  name,
  chain_id: null,
  is_evm: false,
  native,
  bridges,
  block_seconds,
  gas_price: 1_000_000n,
})

export const chainTable: Readonly<Record<ChainName, Chain>> = {
  ethereum: evm('ethereum', 1, 'ETH', protocolNames, 12, 35_000_000n),
  polygon: evm('polygon', 137, 'MATIC', protocolNames, 2, 60_000_000n),
  arbitrum: evm('arbitrum', 42_161, 'ETH', protocolNames, 1, 100_000n),
  optimism: evm('optimism', 10, 'ETH', most, 2, 60_000n),
  base: evm('base', 8_453, 'ETH', protocolNames, 2, 50_000n),
  bsc: evm('bsc', 56, 'BNB', most, 3, 3_000_000n),
  solana: other('solana', 'SOL', ['wormhole'], 1),
  bitcoin: other('bitcoin', 'BTC', [], 600),
  tron: other('tron', 'TRX', [], 3),
}

export const tokenSymbols = [
  'USDC',
  'USDT',
  'DAI',
  'WETH',
  'WBTC',
  'stETH',
  'ETH',
  'MATIC',
  'BNB',
  'SOL',
  'BTC',
  'TRX',
] as const
export type TokenSymbol = (typeof tokenSymbols)[number]

export interface TokenKind {
  readonly symbol: TokenSymbol
  /** The code of the bank's asset. */
  readonly asset: string
  /** Decimal places of the bank's asset. */
  readonly precision: number
  readonly price_usd: string
  /** The contract on each chain where the token exists; null where it is the chain's own coin. */
  readonly contracts: Readonly<Partial<Record<ChainName, string | null>>>
}

const token = (
  symbol: TokenSymbol,
  precision: number,
  price_usd: string,
  contracts: TokenKind['contracts'],
): TokenKind => ({ symbol, asset: symbol.toUpperCase(), precision, price_usd, contracts })

const ROLLUP_WETH = '0x4200000000000000000000000000000000000006'

export const tokenTable: readonly TokenKind[] = [
  token('USDC', 6, '1.00', {
    ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    polygon: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    arbitrum: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
    optimism: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
    base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    bsc: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  }),
  token('USDT', 6, '1.00', {
    ethereum: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    polygon: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    arbitrum: '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
    bsc: '0x55d398326f99059fF775485246999027B3197955',
    tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  }),
  token('DAI', 18, '1.00', {
    ethereum: '0x6B175474E89094C44Da98b954EedeAC495271d0F',
    polygon: '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
    arbitrum: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
    optimism: '0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1',
    base: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
  }),
  token('WETH', 18, '2500.00', {
    ethereum: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
    polygon: '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
    arbitrum: '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
    optimism: ROLLUP_WETH,
    base: ROLLUP_WETH,
  }),
  token('WBTC', 8, '45000.00', {
    ethereum: '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
    polygon: '0x1BFD67037B42Cf73acF2047067bd4F2C47D9BfD6',
    arbitrum: '0x2f2a2543B76A4166549F7aaB2e75Bef0aefC5B0f',
  }),
  token('stETH', 18, '2500.00', { ethereum: '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84' }),
  token('ETH', 18, '2500.00', { ethereum: null, arbitrum: null, optimism: null, base: null }),
  token('MATIC', 18, '0.70', {
    ethereum: '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0',
    polygon: null,
  }),
  token('BNB', 18, '400.00', { bsc: null }),
  token('SOL', 9, '100.00', { solana: null }),
  token('BTC', 8, '45000.00', { bitcoin: null }),
  token('TRX', 6, '0.10', { tron: null }),
]

/** A token on one chain. */
export interface Token extends Omit<TokenKind, 'contracts'> {
  readonly chain: ChainName
  readonly contract: string | null
}

const bySymbol = new Map(tokenTable.map((kind) => [kind.asset, kind]))

/** The bank's assets that exist on chains. */
export const tokenAssets: ReadonlySet<string> = new Set(
  [...bySymbol.values()].map(({ asset }) => asset),
)

/** The token with this symbol, case-insensitive; undefined if the chain does not have it. */
export function findToken(chain: ChainName, symbol: string): Token | undefined {
  const kind = bySymbol.get(symbol.toUpperCase())
  const contract = kind?.contracts[chain]
  if (!kind || contract === undefined) return undefined
  const { contracts: _all, ...rest } = kind
  return { ...rest, chain, contract }
}

export const listTokens = (chain: ChainName): Token[] =>
  tokenTable.flatMap((kind) => findToken(chain, kind.symbol) ?? [])

export const findChain = (name: string): Chain | undefined =>
  Object.hasOwn(chainTable, name) ? chainTable[name as ChainName] : undefined

/** Prices and values in dollars are counted in units of 10^-18 dollars. */
export const USD_PRECISION = 18

/** The price of one whole token in units of 10^-18 dollars. */
export function priceUsd(symbol: string): bigint {
  const kind = bySymbol.get(symbol.toUpperCase())
  if (!kind) throw new Error(`the token ${symbol} has no price`)
  const [whole = '', fraction = ''] = kind.price_usd.split('.')
  return BigInt(whole + fraction.padEnd(USD_PRECISION, '0'))
}

/** The value of an amount in units of 10^-18 dollars. */
export const valueUsd = (
  { asset, precision }: Pick<TokenKind, 'asset' | 'precision'>,
  units: bigint,
  rounding: Rounding = 'down',
): bigint => multiplyDivide(units, priceUsd(asset), 10n ** BigInt(precision), rounding)

/** The amount of the token that has this value, in the token's smallest unit. */
export const unitsForUsd = (
  { asset, precision }: Pick<TokenKind, 'asset' | 'precision'>,
  usd: bigint,
  rounding: Rounding,
): bigint => multiplyDivide(usd, 10n ** BigInt(precision), priceUsd(asset), rounding)
