// Computes the terms of a session, in integers.
//
// The fee is 1.5 % of the fiat amount, rounded up to the cent, and goes to the provider.
// On:  the user pays exactly the fiat amount to the provider. The fee and the network fee are deducted,
//      and the rest buys crypto, rounded down to its smallest unit.
// Off: the user sends crypto worth the whole fiat amount, rounded up to its smallest unit, and pays the
//      network fee. The fee is deducted from the fiat amount, and the rest is credited.
import { type Asset, multiplyDivide } from '../../../kernel/money.ts'
import { convertUnits } from '../../core/rates/index.ts'
import type { RampType } from './coins.ts'

export const FEE_BASIS_POINTS = 150n

export const ROUNDING =
  'The fee is rounded up; received crypto is rounded down, sent crypto is rounded up.'

/** Coins for one unit of the currency, as an exact fraction. */
export interface CoinRate {
  readonly numerator: bigint
  readonly denominator: bigint
}

export interface Terms {
  readonly fee_units: bigint
  readonly network_fee_units: bigint
  /** The fiat amount after the fees: spent on crypto, or credited. */
  readonly net_units: bigint
  readonly crypto_units: bigint
}

/** Undefined if nothing is left after the fees, or the rest is worth less than a smallest unit. */
export function computeTerms(
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
