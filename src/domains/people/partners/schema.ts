// The shapes of partners, their keys and their members.
import { Type } from 'typebox'
import { boundedRecord, DateTime, MetadataInput, Nullable, Uuid } from '../../../kernel/schema.ts'
import { displayName } from '../../../kernel/text.ts'
import type { Value } from '../../../kernel/value.ts'
import { partnerLife } from './life-cycle.ts'
import { features, tierNames } from './tiers.ts'

export const Tier = Type.Enum([...tierNames])
export const BillingCycle = Type.Enum(['monthly', 'quarterly', 'annually'])
export const EnvironmentName = Type.Enum(['live', 'sandbox'])

export const languages = [
  'typescript',
  'javascript',
  'python',
  'java',
  'go',
  'csharp',
  'php',
] as const

const RateLimits = Type.Object(
  {
    requests_per_minute: Type.Integer(),
    requests_per_hour: Type.Integer(),
    burst_limit: Type.Integer(),
  },
  { $id: 'PartnerRateLimits' },
)

const Key = Type.Object(
  {
    environment: EnvironmentName,
    prefix: Type.String(),
    created_at: DateTime,
  },
  { $id: 'PartnerKey' },
)

const partnerFields = {
  partner_id: Uuid,
  partner_code: Type.String(),
  organization_name: Type.String(),
  contact_email: Type.String(),
  tier: Tier,
  status: partnerLife.schema(),
  status_reason: Nullable(Type.String()),
  billing_cycle: BillingCycle,
  modules_enabled: Type.Array(Type.String(), { maxItems: 50 }),
  sdk_languages: Type.Array(Type.String(), { maxItems: 10 }),
  webhook_url: Nullable(Type.String()),
  ip_whitelist: Type.Array(Type.String(), { maxItems: 100 }),
  rate_limits: RateLimits,
  metadata: boundedRecord(Type.Unknown()),
  created_at: DateTime,
  updated_at: DateTime,
}

export const Partner = Type.Object(partnerFields, { $id: 'Partner' })
export type PartnerView = Value<typeof Partner>

export const PartnerDetail = Type.Object(
  { ...partnerFields, keys: Type.Array(Key, { maxItems: 2 }) },
  { $id: 'PartnerDetail' },
)

const Credentials = Type.Object(
  {
    partner_key: Type.String({ description: 'The live key, sent as X-Partner-Key.' }),
    api_key: Type.String({ description: 'The same key under its other name.' }),
    sandbox_key: Type.String(),
    webhook_secret: Type.String(),
  },
  { $id: 'PartnerCredentials' },
)

const SdkPackage = Type.Object(
  {
    language: Type.String(),
    version: Type.String({ description: 'The version of the API and of a new package.' }),
    package_name: Nullable(
      Type.String({ description: 'Null until it is generated, because its branding names it.' }),
    ),
    download_url: Nullable(Type.String({ description: 'Null until it is generated.' })),
    docs_url: Type.String({ description: 'The documentation of the API.' }),
    package_manager: Type.String(),
    generate_url: Type.String({ description: 'The address that generates it.' }),
  },
  { $id: 'PartnerSdkPackage' },
)

const ChecklistStep = Type.Object(
  { step: Type.String(), title: Type.String(), completed: Type.Boolean() },
  { $id: 'PartnerChecklistStep' },
)

export const OnboardedPartner = Type.Object(
  {
    ...partnerFields,
    api_credentials: Credentials,
    sdk_packages: Type.Array(SdkPackage, { maxItems: 10 }),
    onboarding_checklist: Type.Array(ChecklistStep, { maxItems: 20 }),
  },
  { $id: 'OnboardedPartner' },
)

export const IssuedCredential = Type.Object(
  {
    kind: Type.Enum(['live', 'sandbox', 'webhook']),
    secret: Type.String(),
    message: Type.String(),
  },
  { $id: 'IssuedPartnerCredential' },
)

export const Profile = Type.Object(
  {
    id: Uuid,
    partner_code: Type.String(),
    institution_name: Type.String(),
    tier: Tier,
    tier_label: Type.String(),
    status: partnerLife.schema(),
    sandbox_enabled: Type.Boolean(),
    production_enabled: Type.Boolean(),
    rate_limit: Type.Integer({ description: 'Calls a minute.' }),
    billing_cycle: BillingCycle,
    contact_email: Type.String(),
    webhook_url: Nullable(Type.String()),
    ip_whitelist: Type.Array(Type.String(), { maxItems: 100 }),
    modules_enabled: Type.Array(Type.String(), { maxItems: 50 }),
    keys: Type.Array(Key, { maxItems: 2 }),
    created_at: DateTime,
  },
  { $id: 'PartnerProfile' },
)

export const Member = Type.Object(
  { email: Type.String(), created_at: DateTime },
  { $id: 'PartnerMember' },
)

const tierFields = {
  tier: Tier,
  label: Type.String(),
  calls_per_month: Type.Integer(),
  calls_per_minute: Type.Integer(),
  calls_per_hour: Type.Integer(),
  monthly_price: Type.String({ description: 'USD.' }),
  overage_per_1000: Type.String({ description: 'USD for every thousand further calls.' }),
  currency: Type.Literal('USD'),
  features: Type.Object(Object.fromEntries(features.map((feature) => [feature, Type.Boolean()])), {
    $id: 'PartnerFeatures',
  }),
}
export const TierView = Type.Object(tierFields, { $id: 'PartnerTier' })
export const ComparedTier = Type.Object(
  { ...tierFields, is_current: Type.Boolean() },
  { $id: 'ComparedPartnerTier' },
)

export const Email = Type.String({
  format: 'email',
  maxLength: 255,
  description: 'An e-mail address.',
})

const organization_name = Type.String({
  ...displayName(255),
  description: 'The name of the organisation.',
})
const rate_limit_override = Type.Integer({
  minimum: 1,
  maximum: 100_000,
  description: 'Calls a minute in place of those of the tier.',
})
const webhook_url = Type.String({
  maxLength: 500,
  description: 'Where the partner receives events; an https address.',
})
const ip_whitelist = Type.Array(Type.String({ maxLength: 64 }), {
  maxItems: 100,
  description: 'IP addresses or CIDR ranges from which the keys work; empty for any.',
})

export const OnboardInput = Type.Object({
  organization_name,
  contact_email: Type.String({
    format: 'email',
    maxLength: 255,
    description: 'The e-mail address of the contact, who becomes the first member.',
  }),
  tier: Type.Optional(
    Type.Enum([...tierNames], {
      description: 'What is included and what it costs; growth if omitted.',
    }),
  ),
  billing_cycle: Type.Optional(
    Type.Enum(['monthly', 'quarterly', 'annually'], {
      description: 'How often it is billed; monthly if omitted.',
    }),
  ),
  modules: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z][a-z0-9_-]{0,49}$' }), {
      maxItems: 50,
      description: 'The parts of the bank that the partner uses; all if omitted.',
    }),
  ),
  sdk_languages: Type.Optional(
    Type.Array(Type.Enum([...languages]), {
      maxItems: 10,
      description: 'The languages in which the partner wants an SDK.',
    }),
  ),
  webhook_url: Type.Optional(webhook_url),
  ip_whitelist: Type.Optional(ip_whitelist),
  rate_limit_override: Type.Optional(rate_limit_override),
  metadata: Type.Optional(MetadataInput),
})

export const updateInput = {
  organization_name: Type.Optional(organization_name),
  contact_email: Type.Optional(Email),
  tier: Type.Optional(Type.Enum([...tierNames], { description: 'The tier, effective at once.' })),
  billing_cycle: Type.Optional(
    Type.Enum(['monthly', 'quarterly', 'annually'], {
      description: 'How often it is billed from the next period on.',
    }),
  ),
  webhook_url: Type.Optional(
    Type.Union([Type.String({ maxLength: 500 }), Type.Null()], {
      description: 'Where the partner receives events; null for nowhere.',
    }),
  ),
  ip_whitelist: Type.Optional(ip_whitelist),
  rate_limit_override: Type.Optional(
    Type.Union([Type.Integer({ minimum: 1, maximum: 100_000 }), Type.Null()], {
      description: 'Calls a minute in place of those of the tier; null for those of the tier.',
    }),
  ),
}
