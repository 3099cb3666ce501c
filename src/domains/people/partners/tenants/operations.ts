// The operations of a partner on its tenants.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { displayName } from '../../../../kernel/text.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import type { Bank } from '../../../../operation/bank.ts'
import { partnerReader, partnerRemover, partnerWriter } from '../access.ts'
import { DomainTaken, FeatureNotInTier, TenantStateConflict, TooManyTenants } from '../errors.ts'
import { tenantLife } from '../life-cycle.ts'
import type { IsOwnHost } from './own-hosts.ts'
import { planNames } from './plans.ts'
import { listCustomers } from './customers.ts'
import * as tenants from './service.ts'

export const TenantLimits = Type.Object(
  {
    max_users: Type.Integer({ description: '-1 means unlimited.' }),
    max_api_calls: Type.Integer({ description: 'Calls a month; -1 means unlimited.' }),
    max_storage_mb: Type.Integer({ description: '-1 means unlimited.' }),
  },
  { $id: 'TenantLimits' },
)

const Tenant = Type.Object(
  {
    tenant_id: Uuid,
    name: Type.String(),
    plan: Type.Enum([...planNames]),
    domain: Nullable(Type.String()),
    status: tenantLife.schema(),
    limits: TenantLimits,
    features: Type.Array(Type.String(), { maxItems: 20 }),
    delete_after: Nullable(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'Tenant' },
)

const TenantCustomer = Type.Object(
  {
    uuid: Uuid,
    name: Type.String(),
    email: Type.String(),
    kyc_status: Type.String(),
    created_at: DateTime,
  },
  { $id: 'TenantCustomer' },
)

const id = Type.String({ maxLength: 255, description: 'The id of the tenant.' })
const name = Type.String({ ...displayName(255), description: 'The name of the tenant.' })
const plan = Type.Enum([...planNames], { description: 'The plan, which sets its limits.' })
const domain = Type.String({
  maxLength: 253,
  description: 'Its own host name; it needs the plan enterprise, or a tier with custom_domain.',
})

export const makeTenantOperations = ({ jobs }: Pick<Bank, 'jobs'>, isOwnHost: IsOwnHost) => [
  defineOperation({
    name: 'tenant.create',
    kind: 'command',
    summary: 'Create a tenant of the calling partner.',
    auth: partnerWriter,
    input: Type.Object({ name, plan, domain: Type.Optional(domain) }),
    output: Tenant,
    errors: [Invalid, NotFound, DomainTaken, FeatureNotInTier, TooManyTenants],
    rest: [{ route: 'POST /api/v2/partner/tenants', status: 201, envelope: 'data' }],
    handler: async (input, ctx) =>
      tenants.toTenant(await tenants.createTenant(input, isOwnHost, ctx)),
  }),
  defineOperation({
    name: 'tenant.list',
    kind: 'query',
    summary: 'The tenants of the calling partner, newest first.',
    auth: partnerReader,
    input: Type.Object({
      status: Type.Optional(
        Type.Enum(['active', 'suspended', 'deleting'], {
          description: 'Only tenants in this state.',
        }),
      ),
      ...pageInput,
    }),
    output: PageOf(Tenant),
    errors: [],
    rest: [{ route: 'GET /api/v2/partner/tenants', envelope: 'page' }],
    handler: async ({ status, ...page }, ctx) => {
      const { rows, total } = await tenants.listTenants(status, page, ctx)
      return toPage(rows.map(tenants.toTenant), total, page)
    },
  }),
  defineOperation({
    name: 'tenant.get',
    kind: 'query',
    summary: 'One tenant of the calling partner.',
    auth: partnerReader,
    input: Type.Object({ id }),
    output: Tenant,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/partner/tenants/:id', envelope: 'data' }],
    handler: async (input, ctx) => tenants.toTenant(await tenants.getTenant(input.id, ctx)),
  }),
  defineOperation({
    name: 'tenant.customers',
    kind: 'query',
    summary: 'The customers who registered with a tenant, newest first.',
    auth: partnerReader,
    input: Type.Object({ id, ...pageInput }),
    output: PageOf(TenantCustomer),
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/partner/tenants/:id/customers', envelope: 'page' }],
    handler: async ({ id: tenant, ...page }, ctx) => {
      const { rows, total } = await listCustomers(tenant, page, ctx)
      return toPage(rows, total, page)
    },
  }),
  defineOperation({
    name: 'tenant.update',
    kind: 'command',
    summary: 'Change the name, plan or domain of a tenant.',
    auth: partnerWriter,
    input: Type.Object({
      id,
      name: Type.Optional(name),
      plan: Type.Optional(plan),
      domain: Type.Optional(
        Type.Union([Type.String({ maxLength: 253 }), Type.Null()], {
          description: 'Its own host name; null for none.',
        }),
      ),
    }),
    output: Tenant,
    errors: [Invalid, NotFound, DomainTaken, FeatureNotInTier],
    rest: [{ route: 'PUT /api/v2/partner/tenants/:id', envelope: 'data' }],
    handler: async ({ id: uuid, ...input }, ctx) =>
      tenants.toTenant(await tenants.updateTenant(uuid, input, isOwnHost, ctx)),
  }),
  ...(['suspend', 'reactivate', 'restore'] as const).map((action) =>
    defineOperation({
      name: `tenant.${action}`,
      kind: 'command',
      summary: {
        suspend: 'Suspend a tenant.',
        reactivate: 'Reactivate a suspended tenant.',
        restore: 'Restore a tenant within the 14 days after its deletion.',
      }[action],
      auth: partnerWriter,
      input: Type.Object({ id }),
      output: Tenant,
      errors: [NotFound, TenantStateConflict],
      rest: [{ route: `POST /api/v2/partner/tenants/:id/${action}`, envelope: 'data' }],
      handler: async (input, ctx) =>
        tenants.toTenant(await tenants.changeTenantStatus(input.id, action, jobs, ctx)),
    }),
  ),
  defineOperation({
    name: 'tenant.delete',
    kind: 'command',
    summary: 'Delete a tenant after 14 days, within which it can be restored.',
    auth: partnerRemover,
    input: Type.Object({ id }),
    output: Tenant,
    errors: [NotFound, TenantStateConflict],
    rest: [{ route: 'DELETE /api/v2/partner/tenants/:id', envelope: 'data' }],
    handler: async (input, ctx) =>
      tenants.toTenant(await tenants.changeTenantStatus(input.id, 'delete', jobs, ctx)),
  }),
]
