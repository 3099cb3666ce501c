// Percentages with two places, kept as integer hundredths so that they add up exactly.
import { multiplyDivide } from '../../../kernel/money.ts'

/** 100 %. */
export const TOTAL_SHARES = 10_000

/** Code → hundredths of a percent. */
export type Shares = Readonly<Record<string, number>>

/** 12.5 or '12.50' → 1250. Undefined unless it is between 0 and 100 with at most two places. */
export function readPercent(value: string | number): number | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(String(value))
  if (!match) return undefined
  const hundredths = Number(match[1]! + (match[2] ?? '').padEnd(2, '0'))
  return hundredths <= TOTAL_SHARES ? hundredths : undefined
}

/** 1250 → 12.5, as JSON shows it. */
export const toPercent = (hundredths: number): number => hundredths / 100

export const toPercents = (shares: Shares): Record<string, number> =>
  Object.fromEntries(Object.entries(shares).map(([code, share]) => [code, toPercent(share)]))

export const sumOf = (shares: Shares): number =>
  Object.values(shares).reduce((sum, share) => sum + share, 0)

/** part ÷ whole in percent with two places, rounded half to even; 0 if the whole is 0. */
export const rateOf = (part: bigint, whole: bigint): number =>
  whole <= 0n
    ? 0
    : toPercent(Number(multiplyDivide(part, BigInt(TOTAL_SHARES), whole, 'half-even')))

/** Whether part ÷ whole is at least this share; compared exactly, without rounding. */
export const reaches = (part: bigint, whole: bigint, share: number): boolean =>
  whole > 0n && part * BigInt(TOTAL_SHARES) >= BigInt(share) * whole
