// The fee of a payment from one account of this bank to another; every payment method inside the bank charges it. The
// payer pays it on top of the amount. It is refunded with a payment that did not arrive, and kept for one that arrived,
// even if the money is returned later.
import { multiplyDivide } from '../../../kernel/money.ts'

/** Rounded up, so that no amount is small enough to cost nothing. */
export const transferFee = (units: bigint, basisPoints: number): bigint =>
  multiplyDivide(units, BigInt(basisPoints), 10_000n, 'up')

/** The fee of a payment method with a fee of its own: that fee, but at least the fee of a transfer. */
export type FeeSchedule = (units: bigint, ownFee?: bigint) => bigint

export const makeFeeSchedule =
  (basisPoints: number): FeeSchedule =>
  (units, ownFee = 0n) => {
    const fee = transferFee(units, basisPoints)
    return fee > ownFee ? fee : ownFee
  }
