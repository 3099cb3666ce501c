// Computes scores in whole numbers, without side effects. Scores and their changes are in hundredths
// (50.00 is 5000), weights in ten-thousandths. Every function states how it rounds.
import { DAY_MS } from '../../../kernel/durations.ts'
import { multiplyDivide } from '../../../kernel/money.ts'

export type Outcome = 'success' | 'failed' | 'cancelled' | 'timeout'
export type Severity = 'minor' | 'moderate' | 'major' | 'critical'
export type TrustLevel = 'untrusted' | 'low' | 'neutral' | 'high' | 'trusted'

export const SCORE_MAX = 10_000
export const SCORE_START = 5_000

const WEIGHT_ONE = 10_000n
const WEIGHT_MAX = 20_000n

/** The change of the score by each outcome, in hundredths of a point, at a weight of one. */
const bases: Readonly<Record<Outcome, bigint>> = {
  success: 100n,
  failed: -200n,
  cancelled: -50n,
  timeout: -100n,
}

export const penalties: Readonly<Record<Severity, number>> = {
  minor: 500,
  moderate: 1_000,
  major: 2_000,
  critical: 3_000,
}

const LOG_PLACES = 8
const LOG_ONE = 10n ** BigInt(LOG_PLACES)
/** Forty digits after the point while computing: the tenth power multiplies the relative error by ten, which costs one. */
const GUARD = 10n ** 40n

/**
 * log10(numerator ÷ denominator) for a quotient of at least one, in hundred-millionths, rounded down. It is
 * computed digit by digit: raise the remainder to the tenth power, and the number of times that it can be
 * divided by ten is the next digit.
 */
export function log10(numerator: bigint, denominator: bigint): bigint {
  let rest = (numerator * GUARD) / denominator
  let result = 0n
  const reduce = (): bigint => {
    let whole = 0n
    for (; rest >= 10n * GUARD; whole++) rest /= 10n
    return whole
  }
  result = reduce()
  for (let place = 0; place < LOG_PLACES; place++) {
    rest = power10(rest)
    result = result * 10n + reduce()
  }
  return result
}

/** The tenth power, rounded down after each multiplication. */
function power10(value: bigint): bigint {
  const times = (a: bigint, b: bigint): bigint => (a * b) / GUARD
  const squared = times(value, value)
  const fourth = times(squared, squared)
  return times(times(fourth, fourth), squared)
}

/** min(log10(value + 1) ÷ 3, 2) of a value in hundredths, rounded half up to ten-thousandths. */
export function weightOf(valueCents: bigint): bigint {
  const log = log10(valueCents + 100n, 100n)
  const weight = multiplyDivide(log, WEIGHT_ONE, 3n * LOG_ONE, 'half-up')
  return weight < WEIGHT_MAX ? weight : WEIGHT_MAX
}

/** The change of the score by an outcome, rounded half away from zero to hundredths. */
export const scoreChange = (outcome: Outcome, valueCents: bigint): number =>
  Number(multiplyDivide(bases[outcome], weightOf(valueCents), WEIGHT_ONE, 'half-up'))

export const clampScore = (score: number): number => Math.min(SCORE_MAX, Math.max(0, score))

export const IDLE_DAYS = 30
export const DECAY_PERCENT_MAX = 50

/** The score falls by one per cent for each full day after thirty idle days, by at most half; rounded down. */
export function decayScore(score: number, activeAt: Date, now: Date): number {
  const days = Math.floor((now.getTime() - activeAt.getTime()) / DAY_MS)
  const percent = Math.min(DECAY_PERCENT_MAX, Math.max(0, days - IDLE_DAYS))
  return Math.floor((score * (100 - percent)) / 100)
}

/** The least score of each level, best first. */
const levels: readonly (readonly [from: number, level: TrustLevel])[] = [
  [8_000, 'trusted'],
  [6_000, 'high'],
  [4_000, 'neutral'],
  [2_000, 'low'],
  [0, 'untrusted'],
]

export const levelOf = (score: number): TrustLevel => levels.find(([from]) => score >= from)![1]

export interface Advice {
  /** In whole units of the currency of the payment. */
  readonly max_transaction_value: number
  readonly escrow_recommended: boolean
  readonly instant_settlement_allowed: boolean
}

/** The advice by the lowest mean of two scores at which it applies, best first. */
const advice: readonly (readonly [from: number, advice: Advice])[] = [
  [
    8_000,
    { max_transaction_value: 100_000, escrow_recommended: false, instant_settlement_allowed: true },
  ],
  [
    6_000,
    { max_transaction_value: 10_000, escrow_recommended: false, instant_settlement_allowed: false },
  ],
  [
    4_000,
    { max_transaction_value: 1_000, escrow_recommended: false, instant_settlement_allowed: false },
  ],
  [0, { max_transaction_value: 100, escrow_recommended: true, instant_settlement_allowed: false }],
]

export const recommendationFor = (mean: number): Advice => advice.find(([from]) => mean >= from)![1]

/** The mean of two scores, rounded down. */
export const meanOf = (a: number, b: number): number => Math.floor((a + b) / 2)

/** Hundredths as the number shown to callers: 5033 → 50.33. */
export const formatScore = (hundredths: number): number => hundredths / 100
