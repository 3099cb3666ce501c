// The list of all partners' tenants, for operators: the partner, size and usage of each.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../../kernel/page.ts'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { operator } from '../../../../operation/auth.ts'
import type { SingleHandler } from '../../../../operation/extension-point.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { tenantLife } from '../life-cycle.ts'
import { planNames } from './plans.ts'
import { TenantLimits } from './operations.ts'
import { type CountByTenant, listAllTenants } from './overview.ts'

const TenantOverview = Type.Object(
  {
    tenant_id: Uuid,
    name: Type.String(),
    domain: Nullable(Type.String()),
    partner_id: Uuid,
    partner_name: Type.String(),
    plan: Type.Enum([...planNames]),
    limits: TenantLimits,
    status: tenantLife.schema(),
    people: Type.Integer({ description: 'The number of its customers.' }),
    accounts: Type.Integer({ description: 'The number of their accounts that are not closed.' }),
    calls_this_month: Type.Integer({ description: 'Calls of its customers in this month (UTC).' }),
    created_at: DateTime,
  },
  { $id: 'TenantOverview' },
)

export const makeTenantOperatorOperations = (accountCount: SingleHandler<CountByTenant>) => [
  defineOperation({
    name: 'tenant.list_all',
    kind: 'query',
    summary: 'The tenants of all partners, newest first, with their size and usage.',
    auth: operator,
    input: Type.Object({
      status: Type.Optional(
        tenantLife.schema({
          description: 'Only tenants in this state; all but deleted ones if omitted.',
        }),
      ),
      partner_id: Type.Optional(
        Type.String({ format: 'uuid', description: 'Only the tenants of this partner.' }),
      ),
      ...pageInput,
    }),
    output: PageOf(TenantOverview),
    errors: [],
    rest: [{ route: 'GET /api/v2/tenants', envelope: 'page' }],
    handler: (input, ctx) => listAllTenants(input, accountCount.handler, ctx),
  }),
]
