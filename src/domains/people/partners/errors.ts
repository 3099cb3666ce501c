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
    advice:
      'Compare the tiers with GET /api/partner/v1/tier/comparison, and ask the bank for the one in `error.details.needed_tier`; an operator sets it with PUT /api/v1/partners/{id}.',
    details: Type.Object({
      feature: Type.String(),
      tier: Type.String(),
      needed_tier: Type.String(),
    }),
  },
)

export const PartnerStateConflict = defineError<{
  status: string
  action: string
  allowed: readonly string[]
}>(
  'PARTNER_STATE_CONFLICT',
  409,
  (d) => `This partner is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  {
    advice:
      'Lift a suspension with POST /api/v1/partners/{id}/reactivate. A termination is final: onboard the organisation again with POST /api/v1/partner/onboard.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const TenantStateConflict = defineError<{
  status: string
  action: string
  allowed: readonly string[]
}>(
  'TENANT_STATE_CONFLICT',
  409,
  (d) => `This tenant is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  {
    advice:
      'Lift a suspension with POST /api/v2/partner/tenants/{id}/reactivate. Undo a deletion within 14 days with POST /api/v2/partner/tenants/{id}/restore.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const DomainTaken = defineError<{ domain: string }>(
  'DOMAIN_TAKEN',
  409,
  (d) => `The domain ${d.domain} already belongs to a tenant; choose another.`,
  {
    advice:
      'If the tenant is yours, set its `domain` to null with PUT /api/v2/partner/tenants/{id}. A tenant that is being deleted keeps its domain for 14 days.',
  },
)

export const TooManyTenants = defineError<{ most: number }>(
  'TOO_MANY_TENANTS',
  422,
  (d) => `A partner may have ${d.most} tenants; delete one first.`,
  {
    advice:
      'Delete a tenant with DELETE /api/v2/partner/tenants/{id}. It counts until its 14 days of grace are over.',
  },
)

export const TooManyMembers = defineError<{ most: number }>(
  'TOO_MANY_MEMBERS',
  422,
  (d) => `A partner may have ${d.most} members; remove one first.`,
  {
    advice:
      'List the members with GET /api/partner/v1/members and remove one with DELETE /api/partner/v1/members/{email}.',
  },
)
