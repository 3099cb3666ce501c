// SQL of the event counts: the number of events of each type, per minute and in total.
import { sql } from 'kysely'
import { HOUR_MS } from '../../../kernel/durations.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { EventCount } from '../../../operation/event-log.ts'
import { plainColumn, textColumn } from '../../../platform/array-literals.ts'
import type { Db } from '../../../platform/database.ts'

export async function addCounts(tx: Db, counts: readonly EventCount[]): Promise<void> {
  const rows = sql`unnest(${textColumn(counts, (count) => count.minute)}::timestamptz[],
    ${plainColumn(counts, (count) => count.environment)}::text[],
    ${textColumn(counts, (count) => count.type)}::text[],
    ${plainColumn(counts, (count) => count.events)}::bigint[],
    ${textColumn(counts, (count) => count.last_event_id)}::text[],
    ${textColumn(counts, (count) => count.last_event_at)}::timestamptz[])
    as n (minute, environment, type, events, last_event_id, last_event_at)`
  await sql`
    insert into monitoring.event_counts as c (minute, environment, type, events)
    select minute, environment, type, events from ${rows}
    on conflict (environment, minute, type) do update set events = c.events + excluded.events`.execute(
    tx,
  )
  await sql`
    insert into monitoring.event_totals as t (environment, type, events, last_event_id, last_event_at)
    select environment, type, sum(events), max(last_event_id), max(last_event_at)
    from ${rows} group by environment, type
    on conflict (environment, type) do update set events = t.events + excluded.events,
      last_event_id = excluded.last_event_id, last_event_at = excluded.last_event_at`.execute(tx)
}

export interface TypeCount {
  readonly type: string
  readonly total: number
  readonly last_hour: number
  readonly last_24h: number
  readonly last_event_id: string
}

/** Counts up to and including the minute of `now`; the last hour and the last day end there. */
export async function listCounts(
  tx: Db,
  environment: Environment,
  now: Date,
): Promise<TypeCount[]> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  const { rows } = await sql<{
    type: string
    total: string
    last_hour: string
    last_24h: string
    last_event_id: string
  }>`
    select t.type, t.events as total, t.last_event_id,
      coalesce(sum(c.events) filter (where c.minute > ${ago(1)}), 0) as last_hour,
      coalesce(sum(c.events), 0) as last_24h
    from monitoring.event_totals t
    left join monitoring.event_counts c
      on c.environment = t.environment and c.type = t.type and c.minute > ${ago(24)} and c.minute <= ${now}
    where t.environment = ${environment}
    group by t.environment, t.type order by t.type`.execute(tx)
  return rows.map((row) => ({
    type: row.type,
    last_event_id: row.last_event_id,
    total: Number(row.total),
    last_hour: Number(row.last_hour),
    last_24h: Number(row.last_24h),
  }))
}

/** Counts the processes of the bank on this database: each of them holds one listener connection. */
export async function countNodes(tx: Db): Promise<number> {
  const { rows } = await sql<{ nodes: number }>`
    select count(*)::int as nodes from pg_stat_activity
    where datname = current_database() and application_name = 'florin listener'`.execute(tx)
  return rows[0]!.nodes
}
