// The cost of sending an amount over a rail. It is rounded up to the smallest unit, and its variable part counts
// only the part of an amount above the threshold, so that splitting a payment never costs less.
import type { Asset } from '../../../../kernel/money.ts'
import type { Cost } from './catalogue.ts'

const THOUSANDTHS = 1_000n
const BASIS_POINTS = 10_000n

export function costOf(cost: Cost, units: bigint, { precision }: Asset): bigint {
  const one = 10n ** BigInt(precision)
  const threshold = (cost.above ?? 0n) * one
  const over = units > threshold ? units - threshold : 0n
  const total =
    cost.thousandths * one * (BASIS_POINTS / THOUSANDTHS) + over * (cost.basisPoints ?? 0n)
  return (total + BASIS_POINTS - 1n) / BASIS_POINTS
}

/** The cost as a number of currency units, for comparing rails; no money is computed from it. */
export function comparableCost(cost: Cost, units: bigint, { precision }: Asset): number {
  const amount = Number(units) / 10 ** precision
  const over = Math.max(0, amount - Number(cost.above ?? 0n))
  return Number(cost.thousandths) / 1_000 + (over * Number(cost.basisPoints ?? 0n)) / 10_000
}
