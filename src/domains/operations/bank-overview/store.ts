// SQL of the daily volumes and of the customers who moved money. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import { plainColumn, textColumn } from '../../../platform/array-literals.ts'
import type { Db } from '../../../platform/database.ts'
import type { DailyVolume, OwnerActivity } from '../../core/ledger/index.ts'

export async function addVolumes(tx: Db, volumes: readonly DailyVolume[]): Promise<void> {
  await sql`
    insert into bank_overview.daily_volumes as v (environment, day, asset, kind, moves, units)
    select * from unnest(${plainColumn(volumes, (one) => one.environment)}::text[],
      ${plainColumn(volumes, (one) => one.day)}::date[],
      ${textColumn(volumes, (one) => one.asset)}::text[],
      ${plainColumn(volumes, (one) => one.kind)}::text[],
      ${plainColumn(volumes, (one) => one.moves)}::bigint[],
      ${plainColumn(volumes, (one) => one.units)}::numeric[])
    on conflict (environment, day, asset, kind)
    do update set moves = v.moves + excluded.moves, units = v.units + excluded.units`.execute(tx)
}

/** A customer who is known to be active on these days is not written again. */
export async function noteActivity(tx: Db, active: readonly OwnerActivity[]): Promise<void> {
  await sql`
    insert into bank_overview.active_customers as c (environment, user_uuid, first_on, last_on)
    select * from unnest(${plainColumn(active, (one) => one.environment)}::text[],
      ${plainColumn(active, (one) => one.user_uuid)}::uuid[],
      ${plainColumn(active, (one) => one.first_on)}::date[],
      ${plainColumn(active, (one) => one.last_on)}::date[])
    on conflict (environment, user_uuid)
    do update set first_on = least(c.first_on, excluded.first_on),
      last_on = greatest(c.last_on, excluded.last_on)
    where c.first_on > excluded.first_on or c.last_on < excluded.last_on`.execute(tx)
}

interface Since {
  readonly environment: Environment
  /** The first day. */
  readonly from: string
}

export interface Volume extends Pick<DailyVolume, 'day' | 'asset' | 'kind'> {
  readonly moves: number
  readonly units: bigint
}

export async function listVolumes(tx: Db, { environment, from }: Since): Promise<Volume[]> {
  const { rows } = await sql<DailyVolume>`
    select day::text as day, asset, kind, moves, units from bank_overview.daily_volumes
    where environment = ${environment} and day >= ${from}::date
    order by day, asset, kind`.execute(tx)
  return rows.map(({ day, asset, kind, moves, units }) => ({
    day,
    asset,
    kind,
    moves: Number(moves),
    units: BigInt(units),
  }))
}

/** How many customers moved money since a day, and how many of them did so for the first time. */
export async function countCustomers(tx: Db, { environment, from }: Since) {
  const { rows } = await sql<{ active: number; new: number }>`
    select
      (select count(*)::int from bank_overview.active_customers
       where environment = ${environment} and last_on >= ${from}::date) as active,
      (select count(*)::int from bank_overview.active_customers
       where environment = ${environment} and first_on >= ${from}::date) as new`.execute(tx)
  return rows[0]!
}
