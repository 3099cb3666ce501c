// The events of partners and their tenants.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const PartnerData = { partner_id: Type.String(), organization_name: Type.String() }

export const PartnerOnboarded = defineEvent({
  type: 'partner.onboarded',
  version: 1,
  summary: 'An organisation became a partner.',
  data: Type.Object({ ...PartnerData, tier: Type.String() }),
})

export const PartnerStatusChanged = defineEvent({
  type: 'partner.status_changed',
  version: 1,
  summary: 'A partner was suspended, reactivated or terminated.',
  data: Type.Object({ ...PartnerData, status: Type.String() }),
})

export const PartnerChanged = defineEvent({
  type: 'partner.changed',
  version: 1,
  summary: 'The terms of a partner were changed.',
  data: Type.Object({ ...PartnerData, tier: Type.String() }),
})

export const PartnerKeyRotated = defineEvent({
  type: 'partner.key_rotated',
  version: 1,
  summary: 'A key or the webhook secret of a partner was replaced; the old one stopped working.',
  data: Type.Object({ ...PartnerData, environment: Type.String() }),
})

export const PartnerKeyRevoked = defineEvent({
  type: 'partner.key_revoked',
  version: 1,
  summary: 'A key of a partner was revoked and stopped working.',
  data: Type.Object({ ...PartnerData, environment: Type.String() }),
})

export const PartnerUsageWarned = defineEvent({
  type: 'partner.usage_warned',
  version: 1,
  summary: 'A partner has used 75, 90 or 100 % of the calls that its tier includes in a month.',
  data: Type.Object({
    ...PartnerData,
    percent: Type.Integer(),
    current: Type.Integer(),
    limit: Type.Integer(),
  }),
})

const TenantData = Type.Object({
  tenant_id: Type.String(),
  partner_id: Type.String(),
  name: Type.String(),
  status: Type.String(),
})

export const TenantCreated = defineEvent({
  type: 'tenant.created',
  version: 1,
  summary: 'A partner created a tenant.',
  data: TenantData,
})

export const TenantChanged = defineEvent({
  type: 'tenant.changed',
  version: 1,
  summary: 'A tenant was changed, suspended, reactivated or restored, or its deletion began.',
  data: TenantData,
})

export const TenantDeleted = defineEvent({
  type: 'tenant.deleted',
  version: 1,
  summary: 'A tenant was deleted, because its 14 days of grace were over.',
  data: TenantData,
})
