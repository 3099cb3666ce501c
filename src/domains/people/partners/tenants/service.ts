// The rules of tenants: a domain belongs to one tenant, and a deleted tenant can be restored for 14 days.
import { DAY_MS } from '../../../../kernel/durations.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type Due, sendWhenDue } from '../../../../operation/due-jobs.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import { getCallingPartner } from '../access.ts'
import { BRANDING_CHANGED } from '../branding/topic.ts'
import { TooManyTenants } from '../errors.ts'
import { TenantChanged, TenantCreated, TenantDeleted } from '../events.ts'
import { toHostName } from '../validation.ts'
import { tenantLife } from '../life-cycle.ts'
import type { IsOwnHost } from './own-hosts.ts'
import { type PlanName, plans, type TenantLimits } from './plans.ts'
import * as partnerStore from '../store.ts'
import { checkMayHaveDomain, readDomain, claimDomain } from './custom-domains.ts'
import { TENANT_CHANGED } from './directory.ts'
import * as store from './store.ts'
import type { TenantRow } from './store.ts'

export const TENANT_JOB = 'partners.delete_tenants'

const GRACE_MS = 14 * DAY_MS
const TENANTS_MAX = 1_000

const filterOf = ({ caller }: Context): store.TenantFilter => ({
  partner_uuid: caller.partner!,
  environment: caller.environment,
})

export interface TenantInput {
  readonly name: string
  readonly plan: PlanName
  readonly domain?: string | null
}

export async function createTenant(
  input: TenantInput,
  isOwnHost: IsOwnHost,
  ctx: Context,
): Promise<TenantRow> {
  const partner = await getCallingPartner(ctx)
  const domain = readDomain(input.domain, isOwnHost)
  if (domain !== null) checkMayHaveDomain(input.plan, partner)
  // Locked, so that concurrent calls cannot exceed the limit.
  await partnerStore.lockPartner(ctx.tx, partner.uuid)
  const filter = filterOf(ctx)
  if ((await store.countTenants(ctx.tx, filter)) >= TENANTS_MAX)
    throw TooManyTenants({ most: TENANTS_MAX })
  const uuid = uuidv7(ctx.now)
  if (domain !== null) await claimDomain(domain, { ...filter, uuid }, ctx)
  const tenant = await store.insertTenant(ctx.tx, {
    ...filter,
    uuid,
    name: input.name,
    plan: input.plan,
    domain,
    status: 'active',
    created_at: ctx.now,
  })
  ctx.invalidate(BRANDING_CHANGED, tenant.partner_uuid)
  announceTenant(TenantCreated, tenant, ctx)
  return tenant
}

export async function getTenant(uuid: string, ctx: Context): Promise<TenantRow> {
  const tenant = await store.findTenant(ctx.tx, filterOf(ctx), uuid)
  if (!tenant) throw NotFound({ what: 'tenant', id: uuid })
  return tenant
}

export const listTenants = (
  status: TenantRow['status'] | undefined,
  page: PageRequest,
  ctx: Context,
) => store.listTenants(ctx.tx, filterOf(ctx), status, page)

async function lockTenant(uuid: string, ctx: Context): Promise<TenantRow> {
  const tenant = await store.lockTenant(ctx.tx, filterOf(ctx), uuid)
  if (!tenant) throw NotFound({ what: 'tenant', id: uuid })
  return tenant
}

/** Omitted fields keep their value; a null domain removes it. */
export async function updateTenant(
  uuid: string,
  input: Partial<TenantInput>,
  isOwnHost: IsOwnHost,
  ctx: Context,
): Promise<TenantRow> {
  const partner = await getCallingPartner(ctx)
  const tenant = await lockTenant(uuid, ctx)
  const plan = input.plan ?? tenant.plan
  const domain = input.domain === undefined ? tenant.domain : readDomain(input.domain, isOwnHost)
  if (domain !== null) checkMayHaveDomain(plan, partner)
  if (domain !== null && domain !== tenant.domain) await claimDomain(domain, tenant, ctx)
  const change = { ...(input.name !== undefined && { name: input.name }), plan, domain }
  const changed = await store.updateTenant(ctx.tx, tenant.uuid, change, ctx.now)
  ctx.invalidate(BRANDING_CHANGED, changed.partner_uuid)
  announceTenant(TenantChanged, changed, ctx)
  return changed
}

export async function changeTenantStatus(
  uuid: string,
  action: 'suspend' | 'reactivate' | 'delete' | 'restore',
  jobs: Pick<Jobs, 'send'>,
  ctx: Context,
): Promise<TenantRow> {
  const tenant = await lockTenant(uuid, ctx)
  const { to: status } = tenantLife.check(tenant.status, action)
  const delete_after = status === 'deleting' ? new Date(ctx.now.getTime() + GRACE_MS) : null
  const changed = await store.updateTenant(ctx.tx, tenant.uuid, { status, delete_after }, ctx.now)
  if (delete_after) {
    const due: Due = { ...changed, expires_at: delete_after.toISOString() }
    await sendWhenDue(jobs, TENANT_JOB, due, ctx)
  }
  ctx.invalidate(BRANDING_CHANGED, changed.partner_uuid)
  announceTenant(TenantChanged, changed, ctx)
  return changed
}

/** Deletes a tenant whose grace period is over; one that was restored meanwhile is skipped. */
export async function deleteTenant(uuid: string, ctx: Context): Promise<void> {
  const tenant = await store.lockAnyTenant(ctx.tx, uuid)
  if (tenant?.status !== 'deleting' || new Date(tenant.delete_after!) > ctx.now) return
  const { to: status } = tenantLife.check(tenant.status, 'end')
  const changed = await store.updateTenant(ctx.tx, uuid, { status, delete_after: null }, ctx.now)
  ctx.invalidate(BRANDING_CHANGED, changed.partner_uuid)
  announceTenant(TenantDeleted, changed, ctx)
}

export const listTenantsToDelete = store.listTenantsToDelete

/** A tenant of any partner, by its id or its host name, unless it is deleted. */
export async function findTenant(
  tx: Db,
  environment: Environment,
  idOrDomain: string,
): Promise<TenantRow | undefined> {
  const tenant = await store.findAnyTenant(tx, environment, idOrDomain)
  if (tenant) return tenant
  const host = toHostName(idOrDomain)
  return host === undefined || host === idOrDomain
    ? undefined
    : store.findAnyTenant(tx, environment, host)
}

/** The reason why the bank no longer acts for the customers of a tenant, also without a call of theirs. */
export async function findTenantRestriction(
  tx: Db,
  { tenant_uuid }: { readonly tenant_uuid: string | null },
  holds: boolean,
): Promise<string | undefined> {
  if (tenant_uuid === null) return undefined
  const status = (await store.findStatus(tx, tenant_uuid, holds))?.status ?? 'deleted'
  return status === 'active' ? undefined : `The tenant of the customer is ${status}.`
}

export const limitsOf = ({ plan }: Pick<TenantRow, 'plan'>): TenantLimits => plans[plan].limits

function announceTenant(
  event: typeof TenantCreated,
  tenant: TenantRow,
  { emit, invalidate, caller }: Context,
): void {
  const { uuid: tenant_id, partner_uuid: partner_id, name, status } = tenant
  invalidate(TENANT_CHANGED, tenant_id)
  emit(event, { tenant_id, partner_id, name, status }, { user_uuid: caller.user })
}

export const toTenant = (row: TenantRow) => ({
  tenant_id: row.uuid,
  name: row.name,
  plan: row.plan,
  domain: row.domain,
  status: row.status,
  limits: limitsOf(row),
  features: [...plans[row.plan].features],
  delete_after: row.delete_after,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
