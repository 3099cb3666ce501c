// The tenants of all partners with their size and usage, for operators.
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { countUsersByTenant } from '../../identity/index.ts'
import { monthOf } from '../usage/counter.ts'
import { limitsOf } from './service.ts'
import * as store from './store.ts'
import type { TenantRow } from './store.ts'

export type CountByTenant = (tx: Db, tenants: readonly string[]) => Promise<Map<string, number>>

export interface TenantListRequest extends PageRequest {
  readonly status?: TenantRow['status']
  readonly partner_id?: string
}

export async function listAllTenants(
  { status, partner_id: partner_uuid, ...page }: TenantListRequest,
  countAccounts: CountByTenant,
  { tx, caller, now }: Context,
) {
  const filter = { environment: caller.environment, status, partner_uuid }
  const { rows, total } = await store.listAllTenants(tx, filter, monthOf(now).first, page)
  const ids = rows.map((row) => row.uuid)
  const [people, accounts] = [await countUsersByTenant(tx, ids), await countAccounts(tx, ids)]
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
    accounts: accounts.get(row.uuid) ?? 0,
    calls_this_month: Number(row.calls ?? 0),
    created_at: row.created_at,
  }))
  return toPage(shown, total, page)
}
