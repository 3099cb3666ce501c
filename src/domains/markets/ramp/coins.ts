// The currencies of a session. The bank does not hold these coins: they pass between a provider and a
// wallet, so their precision is defined here and not in the catalogue of assets.
import type { Asset } from '../../../kernel/money.ts'

export const rampTypes = ['on', 'off'] as const
export type RampType = (typeof rampTypes)[number]

export const fiats = ['USD', 'EUR', 'GBP'] as const
export type Fiat = (typeof fiats)[number]

/** All three currencies have two decimal places. */
export const FIAT_PRECISION = 2
export const fiatOf = (code: string): Asset => ({ code, precision: FIAT_PRECISION })

export const coinCodes = ['USDC', 'USDT', 'EURC', 'ETH', 'BTC'] as const
export type CoinCode = (typeof coinCodes)[number]

export interface Coin extends Asset {
  readonly code: CoinCode
  readonly name: string
  readonly network: 'ethereum' | 'bitcoin'
  /** The asset whose rate prices the coin; a stablecoin is priced as its currency. */
  readonly priced_as: string
  /** The fee for sending the coin to a wallet, in cents of the currency that buys it. */
  readonly network_fee: bigint
}

const list: readonly Coin[] = [
  { code: 'USDC', name: 'USD Coin', precision: 6, priced_as: 'USDC' },
  { code: 'USDT', name: 'Tether USD', precision: 6, priced_as: 'USD' },
  { code: 'EURC', name: 'Euro Coin', precision: 6, priced_as: 'EUR' },
  { code: 'ETH', name: 'Ether', precision: 18, priced_as: 'ETH' },
].map((coin) => ({ ...coin, network: 'ethereum', network_fee: 50n }) as Coin)

const bitcoin: Coin = {
  code: 'BTC',
  name: 'Bitcoin',
  precision: 8,
  network: 'bitcoin',
  priced_as: 'BTC',
  network_fee: 150n,
}

export const coins: Readonly<Record<CoinCode, Coin>> = Object.fromEntries(
  [...list, bitcoin].map((coin) => [coin.code, coin]),
) as Record<CoinCode, Coin>
