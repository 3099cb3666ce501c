// The fee of a payment from one account of this bank to another. It belongs to the movement: every way of paying inside
// the bank asks here. Whoever orders the payment pays it on top; it comes back with a payment that did not arrive, and
// stays with one that arrived, even if its money comes back later.
import { multiplyDivide } from '../../../kernel/money.ts'

/** Rounded up, so that no amount is small enough to cost nothing. */
export const transferFee = (units: bigint, basisPoints: number): bigint =>
  multiplyDivide(units, BigInt(basisPoints), 10_000n, 'up')

/** The fee by a way of paying that has one of its own: that one, but no less than a transfer costs. */
export type FeeSchedule = (units: bigint, ownFee?: bigint) => bigint

export const makeFeeSchedule =
  (basisPoints: number): FeeSchedule =>
  (units, ownFee = 0n) => {
    const fee = transferFee(units, basisPoints)
    return fee > ownFee ? fee : ownFee
  }
