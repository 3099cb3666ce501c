// What a session comes to, in whole numbers. Pure.
//
// The fee is 1.5 % of the fiat amount, rounded up to the cent, and it is the provider's.
// On:  the fiat amount is all that is paid at the provider. The fee and the network fee come off it, and
//      what is left buys crypto, rounded down to its smallest unit.
// Off: crypto worth the whole fiat amount is sent, rounded up to its smallest unit; the sender pays the
//      network. The fee comes off the fiat amount, and what is left is credited.
import { type Asset, multiplyDivide } from '../../../kernel/money.ts'
import { convertUnits } from '../../core/rates/index.ts'
import type { RampType } from './coins.ts'

export const FEE_BASIS_POINTS = 150n

export const ROUNDING =
  'The fee is rounded up; crypto that is received is rounded down, crypto that is sent is rounded up.'

/** Coins for one of the money, as an exact fraction. */
export interface CoinRate {
  readonly numerator: bigint
  readonly denominator: bigint
}

export interface Terms {
  readonly fee_units: bigint
  readonly network_fee_units: bigint
  /** What is left of the fiat amount: spent on crypto, or credited. */
  readonly net_units: bigint
  readonly crypto_units: bigint
}

/** Undefined when nothing is left after the fees, or it is worth less than a smallest unit. */
export function reckon(
  type: RampType,
  fiat_units: bigint,
  rate: CoinRate,
  fiat: Asset,
  coin: Asset & { readonly network_fee: bigint },
): Terms | undefined {
  const fee_units = multiplyDivide(fiat_units, FEE_BASIS_POINTS, 10_000n, 'up')
  const network_fee_units = type === 'on' ? coin.network_fee : 0n
  const net_units = fiat_units - fee_units - network_fee_units
  if (net_units <= 0n) return undefined
  const crypto_units =
    type === 'on'
      ? convertUnits(net_units, rate, fiat, coin, 'down')
      : convertUnits(fiat_units, rate, fiat, coin, 'up')
  return crypto_units > 0n ? { fee_units, network_fee_units, net_units, crypto_units } : undefined
}
