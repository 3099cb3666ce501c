// The plans of tenants: how much each allows. They are separate from the tiers of partners.

export const planNames = ['free', 'starter', 'growth', 'professional', 'enterprise'] as const
export type PlanName = (typeof planNames)[number]

/** A limit of -1 means unlimited. */
export const UNLIMITED = -1

export interface TenantLimits {
  readonly max_users: number
  readonly max_api_calls: number
  readonly max_storage_mb: number
}

interface Plan {
  readonly limits: TenantLimits
  readonly features: readonly string[]
}

const free = ['basic_banking', 'reports']
const starter = [...free, 'api_access', 'webhooks']
const professional = [...starter, 'multi_currency', 'audit_logs']
const enterprise = [...professional, 'custom_integrations', 'dedicated_support']

export const plans: Readonly<Record<PlanName, Plan>> = {
  free: {
    limits: { max_users: 5, max_api_calls: 1_000, max_storage_mb: 100 },
    features: free,
  },
  starter: {
    limits: { max_users: 25, max_api_calls: 10_000, max_storage_mb: 1_000 },
    features: starter,
  },
  growth: {
    limits: { max_users: 50, max_api_calls: 50_000, max_storage_mb: 5_000 },
    features: starter,
  },
  professional: {
    limits: { max_users: 100, max_api_calls: 100_000, max_storage_mb: 10_000 },
    features: professional,
  },
  enterprise: {
    limits: { max_users: UNLIMITED, max_api_calls: UNLIMITED, max_storage_mb: UNLIMITED },
    features: enterprise,
  },
}
