// All SQL of the schema `gcu_terms`. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import { plainColumn, timeColumn } from '../../../platform/array-literals.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

export type TradeSide = Row<'gcu_terms.uses'>['side']

/** The user whose limits apply. */
export interface Trader {
  readonly environment: Environment
  readonly user_uuid: string
}

/** Locks users' allowances until the transaction ends, always in the same order to avoid deadlocks. */
export async function lockTraders(tx: Db, traders: readonly Trader[]): Promise<void> {
  const wanted = sql`unnest(${plainColumn(traders, (one) => one.environment)}::text[],
    ${plainColumn(traders, (one) => one.user_uuid)}::uuid[]) as wanted (environment, user_uuid)`
  await sql`
    insert into gcu_terms.traders (environment, user_uuid)
    select environment, user_uuid from ${wanted} order by 1, 2
    on conflict do nothing`.execute(tx)
  await sql`
    select 1 from gcu_terms.traders
    where (environment, user_uuid) in (select environment, user_uuid from ${wanted})
    order by environment, user_uuid for update`.execute(tx)
}

export type UsedRow = Pick<Row<'gcu_terms.uses'>, 'environment' | 'user_uuid' | 'side'> & {
  readonly daily: bigint
  readonly monthly: bigint
}

/** Euro cents used in the UTC day and the UTC month of an instant. */
export async function sumUses(tx: Db, traders: readonly Trader[], now: Date): Promise<UsedRow[]> {
  const { rows } = await sql<Trader & { side: TradeSide; daily: string; monthly: string }>`
    select u.environment, u.user_uuid, u.side, sum(u.euro_cents) as monthly,
      coalesce(sum(u.euro_cents) filter (
        where u.created_at >= date_trunc('day', ${now}::timestamptz, 'UTC')), 0) as daily
    from unnest(${plainColumn(traders, (one) => one.environment)}::text[],
      ${plainColumn(traders, (one) => one.user_uuid)}::uuid[]) as wanted (environment, user_uuid)
    join gcu_terms.uses u on u.environment = wanted.environment and u.user_uuid = wanted.user_uuid
      and u.created_at >= date_trunc('month', ${now}::timestamptz, 'UTC')
    group by 1, 2, 3`.execute(tx)
  return rows.map(({ daily, monthly, ...row }) => ({
    ...row,
    daily: BigInt(daily),
    monthly: BigInt(monthly),
  }))
}

/** The id is the id of the ledger entry. */
export type NewUse = Row<
  'gcu_terms.uses',
  {
    euro_cents: bigint
    created_at: Date
  }
>

export async function insertUses(tx: Db, uses: readonly NewUse[]): Promise<void> {
  await sql`
    insert into gcu_terms.uses (id, environment, user_uuid, side, way, euro_cents, created_at)
    select * from unnest(
      ${plainColumn(uses, (use) => use.id)}::uuid[],
      ${plainColumn(uses, (use) => use.environment)}::text[],
      ${plainColumn(uses, (use) => use.user_uuid)}::uuid[],
      ${plainColumn(uses, (use) => use.side)}::text[],
      ${plainColumn(uses, (use) => use.way)}::text[],
      ${plainColumn(uses, (use) => use.euro_cents)}::numeric[],
      ${timeColumn(uses, (use) => use.created_at.getTime())}::timestamptz[])`.execute(tx)
}
