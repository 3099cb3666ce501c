// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { API_VERSION } from '../../../kernel/version.ts'
import { defineExamples, onePage } from '../../../operation/examples.ts'
import { allFields, defaults, publicFields } from './branding/schema.ts'
import { toTier } from './view.ts'
import { tierNames, tiers } from './tiers.ts'

const id = '0199d3a2-7c00-7000-8000-000000000071'
const tenantId = '0199d3a2-7c00-7000-8000-000000000072'
const at = '2026-03-01T12:00:00.000Z'

const partner = {
  partner_id: id,
  partner_code: 'PTR-EXAMPLE123',
  organization_name: 'Acme Bank',
  contact_email: 'ops@acme.example',
  tier: 'growth',
  status: 'active',
  status_reason: null,
  billing_cycle: 'monthly',
  modules_enabled: ['accounts', 'transfers'],
  sdk_languages: ['typescript'],
  webhook_url: 'https://acme.example/events',
  ip_whitelist: [],
  rate_limits: { requests_per_minute: 300, requests_per_hour: 5000, burst_limit: 300 },
  metadata: {},
  created_at: at,
  updated_at: at,
}

const keys = [
  { environment: 'live', prefix: 'fpk_EXAM', created_at: at },
  { environment: 'sandbox', prefix: 'fpk_sandbox_EXAM', created_at: at },
]

const profile = {
  id,
  partner_code: 'PTR-EXAMPLE123',
  institution_name: 'Acme Bank',
  tier: 'growth',
  tier_label: 'Growth',
  status: 'active',
  sandbox_enabled: true,
  production_enabled: true,
  rate_limit: 300,
  billing_cycle: 'monthly',
  contact_email: 'ops@acme.example',
  webhook_url: null,
  ip_whitelist: [],
  modules_enabled: ['accounts', 'transfers'],
  keys,
  created_at: at,
}

const issued = (kind: string, secret: string) => ({
  kind,
  secret,
  message: 'Keep the secret now: it is shown only once.',
})

const tenant = {
  tenant_id: tenantId,
  name: 'Acme Retail',
  plan: 'free',
  domain: null,
  status: 'active',
  limits: { max_users: 5, max_api_calls: 1000, max_storage_mb: 100 },
  features: ['basic_banking', 'reports'],
  delete_after: null,
  created_at: at,
  updated_at: at,
}

const whiteLabel = {
  logo_url: 'https://cdn.acme.example/logo.svg',
  primary_color: '#0b5c8a',
  features: { cards: true, loans: false },
}

const looks = (names: readonly string[]) =>
  Object.fromEntries(
    names.map((name) => [name, (defaults as Readonly<Record<string, string>>)[name] ?? null]),
  )

const calls = { total: 21, successful: 20, failed: 1, success_rate: 95.24 }
const counted = { widget_loads: 0, widget_conversions: 0, sdk_downloads: 0 }

/** PNG images of one colour. */
const LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAIAAAD4YuoOAAAAHUlEQVR42mNQckmjKWIYtWDUglELRi0YtWAoWAAAhnyYEHcm7PEAAAAASUVORK5CYII='
const OTHER_LOGO =
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNIc1EiCTGMahjVMHw1AAC5WMwBtrWKrgAAAABJRU5ErkJggg=='

const logo = {
  url: '/brand/logos/488f0ec51bc0760339978b206746f2830a608504b8011e94c856d3bbf66f7242',
  type: 'image/png',
  width: 32,
  height: 16,
  uploaded_at: at,
}

export const examples = defineExamples({
  'partner.onboard': {
    as: 'operator',
    input: {
      organization_name: 'Acme Bank',
      contact_email: 'ops@acme.example',
      tier: 'growth',
      modules: ['accounts', 'transfers'],
      sdk_languages: ['typescript'],
      webhook_url: 'https://acme.example/events',
    },
    output: {
      ...partner,
      api_credentials: {
        partner_key: 'fpk_EXAMPLE',
        api_key: 'fpk_EXAMPLE',
        sandbox_key: 'fpk_sandbox_EXAMPLE',
        webhook_secret: 'whsec_EXAMPLE',
      },
      sdk_packages: [
        {
          language: 'typescript',
          version: API_VERSION,
          package_name: null,
          download_url: null,
          docs_url: 'https://bank.example/api/docs',
          package_manager: 'npm',
          generate_url: 'https://bank.example/api/v2/partner/sdk/generate',
        },
      ],
      onboarding_checklist: [
        { step: 'credentials', title: 'Store the keys and the webhook secret', completed: false },
      ],
    },
    other: { organization_name: 'Another Bank' },
  },
  'partner.list': { as: 'operator', output: onePage(partner) },
  'partner.get': { as: 'operator', input: { id }, output: { ...partner, keys } },
  'partner.update': {
    as: 'operator',
    input: { id, tier: 'enterprise' },
    output: {
      ...partner,
      tier: 'enterprise',
      rate_limits: { requests_per_minute: 1000, requests_per_hour: 5000, burst_limit: 1000 },
    },
    other: { tier: 'growth' },
  },
  'partner.suspend': {
    as: 'operator',
    input: { id, reason: 'An invoice is unpaid.' },
    output: { ...partner, status: 'suspended', status_reason: 'An invoice is unpaid.' },
    other: { reason: 'Something else.' },
  },
  'partner.reactivate': {
    as: 'operator',
    input: { id, reason: 'The invoice is paid.' },
    output: { ...partner, status_reason: 'The invoice is paid.' },
    other: { reason: 'Something else.' },
  },
  'partner.terminate': {
    as: 'operator',
    input: { id, reason: 'The contract ended.' },
    output: { ...partner, status: 'terminated', status_reason: 'The contract ended.' },
    other: { reason: 'Something else.' },
  },
  'partner.reissue': {
    as: 'operator',
    input: { id, kind: 'live' },
    output: issued('live', 'fpk_EXAMPLE'),
    other: { kind: 'webhook' },
  },
  'partner_profile.get': { output: profile },
  'partner_profile.update': {
    input: { ip_whitelist: ['127.0.0.0/8'] },
    output: { ...profile, ip_whitelist: ['127.0.0.0/8'] },
    other: { ip_whitelist: [] },
  },
  'partner_tier.get': { output: toTier(tiers.growth) },
  'partner_tier.compare': {
    output: tierNames.map((name) => ({ ...toTier(tiers[name]), is_current: name === 'growth' })),
  },
  'partner_key.rotate': {
    input: { environment: 'sandbox' },
    output: issued('sandbox', 'fpk_sandbox_EXAMPLE'),
  },
  'partner_key.revoke': {
    input: { environment: 'sandbox' },
    output: { message: 'The sandbox key is revoked.' },
  },
  'partner_webhook_secret.rotate': { output: issued('webhook', 'whsec_EXAMPLE') },
  'partner_member.add': {
    input: { email: 'dev@acme.example' },
    output: { email: 'dev@acme.example', created_at: at },
    other: { email: 'other@acme.example' },
  },
  'partner_member.list': { output: onePage({ email: 'ops@acme.example', created_at: at }) },
  'partner_member.remove': {
    input: { email: 'dev@acme.example' },
    output: { message: 'dev@acme.example is no longer a member.' },
  },
  'tenant.create': {
    input: { name: 'Acme Retail', plan: 'free' },
    output: tenant,
    other: { name: 'Acme Business' },
  },
  'tenant.list': { output: onePage(tenant) },
  'tenant.list_all': {
    output: onePage({
      tenant_id: tenantId,
      name: 'Acme Shop',
      domain: null,
      partner_id: id,
      partner_name: 'Acme Bank',
      plan: 'starter',
      limits: tenant.limits,
      status: 'active',
      people: 12,
      accounts: 14,
      calls_this_month: 3041,
      created_at: at,
    }),
    as: 'operator',
  },
  'tenant.get': { input: { id: tenantId }, output: tenant },
  'tenant.customers': {
    input: { id: tenantId },
    output: onePage({
      uuid: '0199d3a2-7c00-7000-8000-000000000090',
      name: 'Mary Somerville',
      email: 'mary@example.com',
      kyc_status: 'not_started',
      created_at: '2026-03-01T12:00:00.000Z',
    }),
  },
  'tenant.update': {
    input: { id: tenantId, name: 'Acme Business' },
    output: { ...tenant, name: 'Acme Business' },
    other: { name: 'Acme Private' },
  },
  'tenant.suspend': { input: { id: tenantId }, output: { ...tenant, status: 'suspended' } },
  'tenant.reactivate': { input: { id: tenantId }, output: tenant },
  'tenant.restore': { input: { id: tenantId }, output: tenant },
  'tenant.delete': {
    input: { id: tenantId },
    output: { ...tenant, status: 'deleting', delete_after: '2026-03-15T12:00:00.000Z' },
  },
  'white_label.update': {
    input: whiteLabel,
    output: { ...whiteLabel, updated_at: at },
    other: { primary_color: '#000000' },
  },
  'white_label.get': {
    output: { logo_url: null, primary_color: '#1a365d', features: {}, updated_at: null },
  },
  'partner_logo.upload': {
    input: { content: LOGO },
    output: logo,
    other: { content: OTHER_LOGO },
  },
  'partner_logo.get': { output: logo },
  'partner_logo.delete': { output: { message: 'The logo is removed.' } },
  'partner_branding.update': {
    input: { company_name: 'Acme Bank', accent_color: '#0b5c8a' },
    output: {
      ...looks(allFields),
      company_name: 'Acme Bank',
      accent_color: '#0b5c8a',
      updated_at: at,
    },
    other: { company_name: 'Acme' },
  },
  'partner_branding.get': { output: { ...looks(allFields), updated_at: null } },
  'branding.get': {
    input: { domain: 'bank.acme.example' },
    output: {
      white_label: false,
      tenant_id: null,
      logo: null,
      ...looks(publicFields),
      features: {},
    },
  },
  'partner_usage.get': {
    output: {
      period_start: '2026-03-01',
      period_end: '2026-03-31',
      summary: { api_calls: calls, billable_calls: 21, ...counted, daily_records: 1 },
      limit: { exceeded: false, current: 21, limit: 100_000, percentage: 0.02 },
    },
  },
  'partner_usage.history': {
    output: onePage({ date: '2026-03-01', api_calls: calls, billable_calls: 21, ...counted }),
  },
})
