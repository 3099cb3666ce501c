// The lending markets and staking: their rates, how much may be borrowed, and the simulated liquidity.
import { type ChainName, findToken, type Token, unitsForUsd } from '../../chains/index.ts'
import { lendingChains } from '../protocols.ts'

export interface Market {
  readonly token: Token
  /** Rates and the share of collateral that can be borrowed, in basis points. */
  readonly supply_apy: bigint
  readonly borrow_apy: bigint
  readonly ltv: bigint
  /** What others have supplied and borrowed in the simulation, in the token's smallest unit. */
  readonly base_supplied: bigint
  readonly base_borrowed: bigint
}

export const STAKING_APY = 380n

const terms = [
  { symbol: 'USDC', supply_apy: 350n, borrow_apy: 520n, ltv: 8_000n },
  { symbol: 'WETH', supply_apy: 210n, borrow_apy: 380n, ltv: 8_200n },
  { symbol: 'WBTC', supply_apy: 50n, borrow_apy: 250n, ltv: 7_000n },
  { symbol: 'DAI', supply_apy: 380n, borrow_apy: 550n, ltv: 7_500n },
]

const MILLION_USD = 10n ** 24n

export const marketsOf = (chain: ChainName): Market[] =>
  lendingChains.some((one) => one === chain)
    ? terms.flatMap(({ symbol, ...rest }) => {
        const token = findToken(chain, symbol)
        if (!token) return []
        return {
          token,
          ...rest,
          base_supplied: unitsForUsd(token, 50n * MILLION_USD, 'down'),
          base_borrowed: unitsForUsd(token, 30n * MILLION_USD, 'down'),
        }
      })
    : []

export const findMarket = (chain: ChainName, asset: string): Market | undefined =>
  marketsOf(chain).find((market) => market.token.asset === asset)
