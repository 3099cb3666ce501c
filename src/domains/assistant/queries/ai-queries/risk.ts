// The risk score of a transaction: a documented formula over what the bank knows, and no judgement of the user. In
// hundredths: up to 50 for the amount, 30 for a counterparty that was never paid before, and up to 20 for a busy day.

export const complianceFlags = ['high_value_transfer', 'new_destination', 'velocity_alert'] as const
type ComplianceFlag = (typeof complianceFlags)[number]

export interface RiskFacts {
  /** The amount in dollar cents at current rates; zero when the asset has no rate. */
  readonly cents: bigint
  /** It is the first payment from this account to that counterparty. */
  readonly isNew: boolean
  /** The number of transactions of the account on the same UTC day. */
  readonly onDay: number
}

/** Ten thousand dollars. */
const HIGH_VALUE_CENTS = 1_000_000n
/** More transactions than this in a day add to the score, two hundredths each. */
const QUIET_DAY = 5
const BUSY_DAY = 10

export function scoreRisk({ cents, isNew, onDay }: RiskFacts): {
  readonly risk_score: number
  readonly compliance_flags: ComplianceFlag[]
} {
  const isHigh = cents >= HIGH_VALUE_CENTS
  const size = isHigh ? 50 : Number((cents * 50n) / HIGH_VALUE_CENTS)
  const pace = Math.min(20, Math.max(0, onDay - QUIET_DAY) * 2)
  return {
    risk_score: (size + (isNew ? 30 : 0) + pace) / 100,
    compliance_flags: [
      ...(isHigh ? (['high_value_transfer'] as const) : []),
      ...(isNew ? (['new_destination'] as const) : []),
      ...(onDay >= BUSY_DAY ? (['velocity_alert'] as const) : []),
    ],
  }
}
