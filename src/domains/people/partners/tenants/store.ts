// The SQL of tenants. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type DuePage, listDueRows } from '../../../../operation/due-store.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type TenantRow = Row<'partners.tenants'>

/** The tenants of one partner in one environment. */
export interface TenantFilter {
  readonly partner_uuid: string
  readonly environment: Environment
}

export interface NewTenant extends TenantFilter {
  readonly uuid: string
  readonly name: string
  readonly plan: TenantRow['plan']
  readonly domain: string | null
  readonly status: TenantRow['status']
  readonly created_at: Date
}

export const insertTenant = (tx: Db, tenant: NewTenant) =>
  tx
    .insertInto('partners.tenants')
    .values({ ...tenant, updated_at: tenant.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

const selectTenants = (tx: Db, { partner_uuid, environment }: TenantFilter) =>
  tx
    .selectFrom('partners.tenants')
    .selectAll()
    .where('partner_uuid', '=', partner_uuid)
    .where('environment', '=', environment)
    .where('status', '<>', 'deleted')

export const findTenant = async (tx: Db, filter: TenantFilter, uuid: string) =>
  isUuid(uuid) ? selectTenants(tx, filter).where('uuid', '=', uuid).executeTakeFirst() : undefined

export const lockTenant = async (tx: Db, filter: TenantFilter, uuid: string) =>
  isUuid(uuid)
    ? selectTenants(tx, filter).where('uuid', '=', uuid).forUpdate().executeTakeFirst()
    : undefined

export const listTenants = (
  tx: Db,
  filter: TenantFilter,
  status: TenantRow['status'] | undefined,
  page: PageRequest,
) => {
  const all = selectTenants(tx, filter).orderBy('created_at', 'desc').orderBy('uuid', 'desc')
  return readPage(status ? all.where('status', '=', status) : all, page)
}

export async function countTenants(tx: Db, filter: TenantFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from partners.tenants
    where partner_uuid = ${filter.partner_uuid} and environment = ${filter.environment}
      and status <> 'deleted'`.execute(tx)
  return rows[0]!.total
}

export interface TenantChange {
  readonly name?: string
  readonly plan?: TenantRow['plan']
  readonly domain?: string | null
  readonly status?: TenantRow['status']
  readonly delete_after?: Date | null
}

export const updateTenant = (tx: Db, uuid: string, change: TenantChange, now: Date) =>
  tx
    .updateTable('partners.tenants')
    .set({ ...change, updated_at: now })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The tenants of all partners, newest first, with the calls of their customers in the month of this day. */
export const listAllTenants = (
  tx: Db,
  filter: {
    readonly environment: Environment
    readonly status: TenantRow['status'] | undefined
    readonly partner_uuid: string | undefined
  },
  month: string,
  page: PageRequest,
) => {
  let query = tx
    .selectFrom('partners.tenants as tenant')
    .innerJoin('partners.partners as partner', 'partner.uuid', 'tenant.partner_uuid')
    .leftJoin('partners.tenant_usage as usage', (join) =>
      join
        .onRef('usage.tenant_uuid', '=', 'tenant.uuid')
        .on('usage.month', '=', sql<string>`${month}::date`),
    )
    .selectAll('tenant')
    .select(['partner.organization_name', 'usage.calls'])
    .where('tenant.environment', '=', filter.environment)
    .orderBy('tenant.created_at', 'desc')
    .orderBy('tenant.uuid', 'desc')
  if (filter.partner_uuid !== undefined)
    query = query.where('tenant.partner_uuid', '=', filter.partner_uuid)
  return readPage(
    filter.status === undefined
      ? query.where('tenant.status', '<>', 'deleted')
      : query.where('tenant.status', '=', filter.status),
    page,
  )
}

/** Any partner's tenant, by its id or its domain. */
export const findAnyTenant = async (tx: Db, environment: Environment, idOrDomain: string) => {
  const all = tx
    .selectFrom('partners.tenants')
    .selectAll()
    .where('environment', '=', environment)
    .where('status', '<>', 'deleted')
  return isUuid(idOrDomain)
    ? all.where('uuid', '=', idOrDomain).executeTakeFirst()
    : all.where('domain', '=', idOrDomain).executeTakeFirst()
}

/** All live tenants that are not deleted, with the state of their partners and the calls of their customers in a month. */
export async function listOpenTenants(tx: Db, month: string) {
  const { rows } = await sql<
    Pick<TenantRow, 'uuid' | 'domain' | 'status' | 'plan'> & {
      readonly partner_status: Row<'partners.partners'>['status']
      readonly calls: string
    }
  >`
    select t.uuid, t.domain, t.status, t.plan, p.status as partner_status,
      coalesce(u.calls, 0) as calls
    from partners.tenants t
    join partners.partners p on p.uuid = t.partner_uuid
    left join partners.tenant_usage u on u.tenant_uuid = t.uuid and u.month = ${month}::date
    where t.environment = 'live' and t.status <> 'deleted'`.execute(tx)
  return rows
}

/** Adds many counts in one statement; the caller sorts them, so that two nodes cannot deadlock. */
export async function addTenantCalls(
  tx: Db,
  rows: readonly { readonly tenant_uuid: string; readonly month: string; readonly calls: number }[],
): Promise<void> {
  await sql`
    insert into partners.tenant_usage as usage (tenant_uuid, month, calls)
    select * from unnest(
      ${rows.map((row) => row.tenant_uuid)}::uuid[], ${rows.map((row) => row.month)}::date[],
      ${rows.map((row) => row.calls)}::bigint[])
    on conflict (tenant_uuid, month) do update set calls = usage.calls + excluded.calls`.execute(tx)
}

/** Locks any partner's tenant for the work of the bank itself. */
export const lockAnyTenant = (tx: Db, uuid: string) =>
  tx
    .selectFrom('partners.tenants')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst()

/** With `holds`, locks the row against changes until the transaction ends. */
export const findStatus = (tx: Db, uuid: string, holds: boolean) =>
  tx
    .selectFrom('partners.tenants')
    .select('status')
    .where('uuid', '=', uuid)
    .$if(holds, (query) => query.forShare())
    .executeTakeFirst()

/** Tenants whose grace period is over, in the order of its end. */
export const listTenantsToDelete = (tx: Db, which: DuePage) =>
  listDueRows(
    tx,
    { table: 'partners.tenants', id: 'uuid', at: 'delete_after', only: sql`status = 'deleting'` },
    which,
  )

/** True when another tenant of the environment has the domain. */
export async function isDomainTaken(
  tx: Db,
  environment: Environment,
  domain: string,
  except: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('partners.tenants')
    .select('uuid')
    .where('environment', '=', environment)
    .where('domain', '=', domain)
    .where('status', '<>', 'deleted')
    .where('uuid', '<>', except)
    .executeTakeFirst()
  return row !== undefined
}

/** Serialises transactions that claim one domain. */
export async function lockDomain(tx: Db, environment: Environment, domain: string): Promise<void> {
  const name = `partners.domain ${environment} ${domain}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}
