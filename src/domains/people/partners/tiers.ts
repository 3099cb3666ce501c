// The tiers of partners: what each allows and costs. The numbers are the product; they are data, not settings.

export const tierNames = ['starter', 'growth', 'enterprise'] as const
export type TierName = (typeof tierNames)[number]

export const features = [
  'sandbox',
  'webhooks',
  'api_analytics',
  'production',
  'white_label',
  'sdk_access',
  'widgets',
  'custom_domain',
  'dedicated_support',
  'priority_support',
  'sla_guarantee',
] as const
export type Feature = (typeof features)[number]

export interface Tier {
  readonly name: TierName
  readonly label: string
  readonly calls_per_month: number
  readonly calls_per_minute: number
  /** Cents of USD for a month, and for every thousand calls beyond those included. */
  readonly month_cents: bigint
  readonly overage_cents: bigint
  readonly features: ReadonlySet<Feature>
}

const small: readonly Feature[] = ['sandbox', 'webhooks', 'api_analytics']
const middle: readonly Feature[] = [...small, 'production', 'white_label', 'sdk_access', 'widgets']

export const tiers: Readonly<Record<TierName, Tier>> = {
  starter: {
    name: 'starter',
    label: 'Starter',
    calls_per_month: 10_000,
    calls_per_minute: 60,
    month_cents: 9_900n,
    overage_cents: 100n,
    features: new Set(small),
  },
  growth: {
    name: 'growth',
    label: 'Growth',
    calls_per_month: 100_000,
    calls_per_minute: 300,
    month_cents: 49_900n,
    overage_cents: 50n,
    features: new Set(middle),
  },
  enterprise: {
    name: 'enterprise',
    label: 'Enterprise',
    calls_per_month: 1_000_000,
    calls_per_minute: 1_000,
    month_cents: 199_900n,
    overage_cents: 25n,
    features: new Set(features),
  },
}

/** The smallest tier with which every documented route works in production. */
export const TIER_DEFAULT: TierName = 'growth'

/** The smallest tier that has the feature. */
export const tierWith = (feature: Feature): Tier =>
  tierNames.map((name) => tiers[name]).find((tier) => tier.features.has(feature))!

export const CALLS_PER_HOUR = 5_000

interface Limited {
  readonly tier: TierName
  readonly rate_limit_override: number | null
}

export const perMinute = ({ tier, rate_limit_override }: Limited): number =>
  rate_limit_override ?? tiers[tier].calls_per_minute

/** An override per minute that exceeds the hourly limit raises that too. */
export const perHour = ({ rate_limit_override }: Limited): number =>
  Math.max(CALLS_PER_HOUR, rate_limit_override ?? 0)
