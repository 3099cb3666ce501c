// The SQL of usage: calls of each partner by day. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type UsageRow = Row<'partners.usage'>

export interface UsageDelta {
  readonly partner_uuid: string
  readonly environment: Environment
  readonly day: string
  readonly calls: number
  readonly failed: number
  readonly billable: number
  readonly sdk_downloads: number
}

/** Adds many counts in one statement; the caller sorts them, so that two nodes cannot deadlock. */
export async function addUsage(tx: Db, deltas: readonly UsageDelta[]): Promise<void> {
  const of = <Name extends keyof UsageDelta>(name: Name) => deltas.map((delta) => delta[name])
  await sql`
    insert into partners.usage as usage
      (partner_uuid, environment, day, calls, failed, billable, sdk_downloads)
    select * from unnest(
      ${of('partner_uuid')}::uuid[], ${of('environment')}::text[], ${of('day')}::date[],
      ${of('calls')}::bigint[], ${of('failed')}::bigint[], ${of('billable')}::bigint[],
      ${of('sdk_downloads')}::bigint[])
    on conflict (partner_uuid, environment, day) do update set
      calls = usage.calls + excluded.calls,
      failed = usage.failed + excluded.failed,
      billable = usage.billable + excluded.billable,
      sdk_downloads = usage.sdk_downloads + excluded.sdk_downloads`.execute(tx)
}

/** Days from the first to the last, both included. */
export interface Days {
  readonly first: string
  readonly last: string
}

export interface UsageOf {
  readonly partner_uuid: string
  readonly environment: Environment
}

export async function sumUsage(tx: Db, { partner_uuid, environment }: UsageOf, days: Days) {
  const { rows } = await sql<Record<keyof typeof columns, string> & { days: number }>`
    select coalesce(sum(calls), 0) as calls, coalesce(sum(failed), 0) as failed,
      coalesce(sum(billable), 0) as billable, coalesce(sum(sdk_downloads), 0) as sdk_downloads,
      coalesce(sum(widget_loads), 0) as widget_loads,
      coalesce(sum(widget_conversions), 0) as widget_conversions, count(*)::int as days
    from partners.usage
    where partner_uuid = ${partner_uuid} and environment = ${environment}
      and day between ${days.first}::date and ${days.last}::date`.execute(tx)
  const { days: recorded, ...sums } = rows[0]!
  return { ...columns, ...toNumbers(sums), days: recorded }
}

const columns = {
  calls: 0,
  failed: 0,
  billable: 0,
  sdk_downloads: 0,
  widget_loads: 0,
  widget_conversions: 0,
}

const toNumbers = (row: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))

export const listUsage = (tx: Db, { partner_uuid, environment }: UsageOf, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('partners.usage')
      .selectAll()
      .where('partner_uuid', '=', partner_uuid)
      .where('environment', '=', environment)
      .orderBy('day', 'desc'),
    page,
  )

/** Billable live calls of each partner that made some, in the order of their ids. */
export async function listBillable(tx: Db, days: Days, after: string | undefined, limit: number) {
  const { rows } = await sql<{ partner_uuid: string; billable: string }>`
    select partner_uuid, sum(billable) as billable from partners.usage
    where environment = 'live' and day between ${days.first}::date and ${days.last}::date
      and (${after ?? null}::uuid is null or partner_uuid > ${after ?? null}::uuid)
    group by partner_uuid order by partner_uuid limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, billable: Number(row.billable) }))
}

/** False when the partner was warned already. */
export async function insertWarning(
  tx: Db,
  warning: {
    readonly partner_uuid: string
    readonly environment: Environment
    readonly month: string
    readonly percent: number
    readonly created_at: Date
  },
): Promise<boolean> {
  const row = await tx
    .insertInto('partners.usage_warnings')
    .values(warning)
    .onConflict((conflict) => conflict.doNothing())
    .returning('percent')
    .executeTakeFirst()
  return row !== undefined
}
