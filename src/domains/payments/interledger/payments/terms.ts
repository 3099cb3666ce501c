// Computes the terms of a payment, in whole units.
//
// The fee is 0.1 % of the amount sent, rounded up, so that every amount has a fee; within the bank it is no less than
// the fee of a transfer. The rest is converted and rounded to the nearest unit of the received asset, but never to more
// than the whole amount sent is worth: the fee covers the rounding, and no amount, however split, gains value.
import { type Asset, multiplyDivide } from '../../../../kernel/money.ts'
import { convertUnits, type Rate } from '../../../core/rates/index.ts'

export const FEE_BASIS_POINTS = 10n

export interface Terms {
  readonly fee_units: bigint
  readonly receive_units: bigint
}

type Fraction = Pick<Rate, 'numerator' | 'denominator'>

/** Undefined if nothing is left after the fee, or the rest is worth less than one unit. */
export function computeTerms(
  send_units: bigint,
  rate: Fraction,
  from: Asset,
  to: Asset,
  feeOf: (ownFee: bigint) => bigint = (ownFee) => ownFee,
): Terms | undefined {
  const fee_units = feeOf(multiplyDivide(send_units, FEE_BASIS_POINTS, 10_000n, 'up'))
  const net = send_units - fee_units
  if (net <= 0n) return undefined
  const nearest = convertUnits(net, rate, from, to, 'half-up')
  const worth = convertUnits(send_units, rate, from, to, 'down')
  const receive_units = nearest < worth ? nearest : worth
  return receive_units > 0n ? { fee_units, receive_units } : undefined
}

export interface Amounts extends Terms {
  readonly send_units: bigint
}

export interface Shares {
  /** Paid for what was delivered. */
  readonly paid_units: bigint
  /** The fee on that. */
  readonly charged_units: bigint
  /** Back to the sender. */
  readonly returned_units: bigint
}

/** Splits the amount sent if only a part was delivered; rounds up in favor of the bank, which has paid that part. */
export function prorate(
  { send_units, fee_units, receive_units }: Amounts,
  delivered_units: bigint,
): Shares {
  const net = send_units - fee_units
  const share = (units: bigint): bigint =>
    multiplyDivide(units, delivered_units, receive_units, 'up')
  const [paid_units, charged_units] = [share(net), share(fee_units)]
  return { paid_units, charged_units, returned_units: send_units - paid_units - charged_units }
}
