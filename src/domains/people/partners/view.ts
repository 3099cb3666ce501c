// Turns rows of partners into the shapes that callers see.
import { DOLLAR, formatDecimal } from '../../../kernel/money.ts'
import { API_VERSION } from '../../../kernel/version.ts'
import type { Onboarded } from './onboarding.ts'
import type { PartnerView } from './schema.ts'
import type { KeyRow, PartnerRow } from './store.ts'
import { CALLS_PER_HOUR, features, perHour, perMinute, type Tier, tiers } from './tiers.ts'

/** The burst limit is that of a minute: the window slides, and calls within it are not smoothed. */
const toRateLimits = (row: PartnerRow) => ({
  requests_per_minute: perMinute(row),
  requests_per_hour: perHour(row),
  burst_limit: perMinute(row),
})

export const toPartner = (row: PartnerRow): PartnerView => ({
  partner_id: row.uuid,
  partner_code: row.code,
  organization_name: row.organization_name,
  contact_email: row.contact_email,
  tier: row.tier,
  status: row.status,
  status_reason: row.status_reason,
  billing_cycle: row.billing_cycle,
  modules_enabled: row.modules,
  sdk_languages: row.sdk_languages,
  webhook_url: row.webhook_url,
  ip_whitelist: row.ip_whitelist,
  rate_limits: toRateLimits(row),
  metadata: { ...row.metadata },
  created_at: row.created_at,
  updated_at: row.updated_at,
})

type Key = Pick<KeyRow, 'environment' | 'prefix' | 'created_at'>

export const toDetail = (row: PartnerRow, keys: readonly Key[]) => ({
  ...toPartner(row),
  keys: [...keys],
})

const packageManagers: Readonly<Record<string, string>> = {
  typescript: 'npm',
  javascript: 'npm',
  python: 'pip',
  java: 'maven',
  go: 'go mod',
  csharp: 'nuget',
  php: 'composer',
}

export const toOnboarded = (
  { partner, live, sandbox, webhook_secret }: Onboarded,
  baseUrl: string,
) => ({
  ...toPartner(partner),
  api_credentials: { partner_key: live, api_key: live, sandbox_key: sandbox, webhook_secret },
  sdk_packages: partner.sdk_languages.map((language) => ({
    language,
    version: API_VERSION,
    package_name: null,
    download_url: null,
    docs_url: `${baseUrl}/api/docs`,
    package_manager: packageManagers[language]!,
    generate_url: `${baseUrl}/api/v2/partner/sdk/generate`,
  })),
  onboarding_checklist: [
    { step: 'credentials', title: 'Store the keys and the webhook secret', completed: false },
    {
      step: 'ip_whitelist',
      title: 'List the addresses from which the keys are used',
      completed: partner.ip_whitelist.length > 0,
    },
    {
      step: 'webhook',
      title: 'Set an address for events',
      completed: partner.webhook_url !== null,
    },
    { step: 'first_call', title: 'Make a call with the sandbox key', completed: false },
    { step: 'tenant', title: 'Create a tenant', completed: false },
    { step: 'branding', title: 'Set the branding', completed: false },
  ],
})

export const toProfile = (row: PartnerRow, keys: readonly Key[]) => ({
  id: row.uuid,
  partner_code: row.code,
  institution_name: row.organization_name,
  tier: row.tier,
  tier_label: tiers[row.tier].label,
  status: row.status,
  sandbox_enabled: tiers[row.tier].features.has('sandbox'),
  production_enabled: tiers[row.tier].features.has('production'),
  rate_limit: perMinute(row),
  billing_cycle: row.billing_cycle,
  contact_email: row.contact_email,
  webhook_url: row.webhook_url,
  ip_whitelist: row.ip_whitelist,
  modules_enabled: row.modules,
  keys: [...keys],
  created_at: row.created_at,
})

const toDollars = (units: bigint): string => formatDecimal({ units, asset: DOLLAR })

export const toTier = (tier: Tier) => ({
  tier: tier.name,
  label: tier.label,
  calls_per_month: tier.calls_per_month,
  calls_per_minute: tier.calls_per_minute,
  calls_per_hour: CALLS_PER_HOUR,
  monthly_price: toDollars(tier.month_cents),
  overage_per_1000: toDollars(tier.overage_cents),
  currency: 'USD' as const,
  features: Object.fromEntries(features.map((name) => [name, tier.features.has(name)])),
})
