// Tokens as callers name them: ether is traded as wrapped ether, into which the bank wraps it one to one.
import { formatDecimal } from '../../../kernel/money.ts'
import { type ChainName, findToken, type Token } from '../chains/index.ts'
import { Invalid } from '../../../operation/error.ts'

/** A token on a chain; where ether is not the chain's own coin, its symbol means wrapped ether. */
export function findTradedToken(chain: ChainName, symbol: string): Token | undefined {
  const isEther = symbol.toUpperCase() === 'ETH'
  return findToken(chain, symbol) ?? (isEther ? findToken(chain, 'WETH') : undefined)
}

export function readToken(chain: ChainName, symbol: string, field: string): Token {
  const token = findTradedToken(chain, symbol)
  if (!token) throw Invalid({ errors: { [field]: [`There is no token ${symbol} on ${chain}.`] } })
  return token
}

/** The asset in which pools hold the token. */
export const poolAsset = ({ asset }: Pick<Token, 'asset'>): string =>
  asset === 'ETH' ? 'WETH' : asset

export const assetOf = ({ asset, precision }: Pick<Token, 'asset' | 'precision'>) => ({
  code: asset,
  precision,
})

export const writeUnits = (token: Pick<Token, 'asset' | 'precision'>, units: bigint): string =>
  formatDecimal({ units, asset: assetOf(token) })

/** The symbol of an asset that pools hold. */
export const symbolOf = (asset: string): string => (asset === 'STETH' ? 'stETH' : asset)

export const writeCents = (cents: bigint): string =>
  formatDecimal({ units: cents, asset: { code: 'USD', precision: 2 } })

/** '0.0333' for 333 millionths. */
export const writePercent = (millionths: bigint): string =>
  formatDecimal({ units: millionths, asset: { code: '', precision: 4 } })
