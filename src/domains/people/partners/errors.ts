// The errors of partners and their tenants.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const FeatureNotInTier = defineError<{
  feature: string
  tier: string
  needed_tier: string
}>(
  'FEATURE_NOT_IN_TIER',
  403,
  (d) => `The tier ${d.tier} does not include ${d.feature}; it needs ${d.needed_tier}.`,
  {
    advice: 'Ask the bank for the higher tier, or do without the feature.',
    details: Type.Object({
      feature: Type.String(),
      tier: Type.String(),
      needed_tier: Type.String(),
    }),
  },
)

export const PartnerWrongState = defineError<{
  status: string
  action: string
  allowed: readonly string[]
}>(
  'PARTNER_STATE_CONFLICT',
  409,
  (d) => `This partner is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  { details: Type.Object({ status: Type.String() }) },
)

export const TenantWrongState = defineError<{
  status: string
  action: string
  allowed: readonly string[]
}>(
  'TENANT_STATE_CONFLICT',
  409,
  (d) => `This tenant is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  { details: Type.Object({ status: Type.String() }) },
)

export const DomainTaken = defineError<{ domain: string }>(
  'DOMAIN_TAKEN',
  409,
  (d) => `The domain ${d.domain} already belongs to a tenant; choose another.`,
)

export const TooManyTenants = defineError<{ most: number }>(
  'TOO_MANY_TENANTS',
  422,
  (d) => `A partner may have ${d.most} tenants; delete one first.`,
)

export const TooManyMembers = defineError<{ most: number }>(
  'TOO_MANY_MEMBERS',
  422,
  (d) => `A partner may have ${d.most} members; remove one first.`,
)
