// The list of all partners' tenants, for operators: the partner, size and usage of each.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { DateTime, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { operator } from '../../../../operation/auth.ts'
import type { SingleHandler } from '../../../../operation/extension-point.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { countUsersByTenant } from '../../identity/index.ts'
import { tenantLife } from '../life-cycle.ts'
import { planNames } from './plans.ts'
import { monthOf } from '../usage/counter.ts'
import { TenantLimits } from './operations.ts'
import * as store from './store.ts'
import { limitsOf } from './service.ts'

export type CountByTenant = (tx: Db, tenants: readonly string[]) => Promise<Map<string, number>>

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
    async handler({ status, partner_id: partner_uuid, ...page }, { tx, caller, now }) {
      const filter = { environment: caller.environment, status, partner_uuid }
      const { rows, total } = await store.listAllTenants(tx, filter, monthOf(now).first, page)
      const ids = rows.map((row) => row.uuid)
      const [people, opened] = [
        await countUsersByTenant(tx, ids),
        await accountCount.handler(tx, ids),
      ]
      const shown = rows.map((row) => ({
        tenant_id: row.uuid,
        name: row.name,
        domain: row.domain,
        partner_id: row.partner_uuid,
        partner_name: row.organization_name,
        plan: row.plan,
        limits: limitsOf(row),
        status: row.status,
        people: people.get(row.uuid) ?? 0,
        accounts: opened.get(row.uuid) ?? 0,
        calls_this_month: Number(row.calls ?? 0),
        created_at: row.created_at,
      }))
      return toPage(shown, total, page)
    },
  }),
]
