// The provisioning classes: how late a loan of each class is, and how much of it the bank sets aside.
import { multiplyDivide } from '../../../../kernel/money.ts'

export const categories = ['standard', 'substandard', 'doubtful', 'loss'] as const
export type Category = (typeof categories)[number]

export interface ProvisionClass {
  readonly category: Category
  /** From how many days overdue. */
  readonly from_days: number
  readonly basis_points: number
  /** The stage of IFRS 9. */
  readonly stage: 1 | 2 | 3
}

/** In the order of lateness, the first from day 0. */
export type ProvisionClasses = readonly ProvisionClass[]

export const classOf = (classes: ProvisionClasses, days: number): ProvisionClass =>
  classes.findLast(({ from_days }) => days >= from_days)!

/** Rounded half up to the smallest unit. */
export const provisionOf = (outstanding: bigint, { basis_points }: ProvisionClass): bigint =>
  multiplyDivide(outstanding, BigInt(basis_points), 10_000n, 'half-up')
