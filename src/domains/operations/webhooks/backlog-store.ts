// SQL of what webhooks have not delivered yet, for metrics: it costs the same however long the backlog is.
import { sql } from 'kysely'
import { findEventTime } from '../../../operation/log-store.ts'
import type { Db } from '../../../platform/database.ts'
import { findMoveTime } from '../../core/ledger/index.ts'

export interface Backlog {
  readonly behind: number
  readonly failing: number
  readonly pending: number
  readonly oldest_at: string | undefined
}

/** The most rows that are looked at. */
const LOOKED_AT_MAX = 10_000

export async function readBacklog(tx: Db): Promise<Backlog> {
  const { rows } = await sql<{
    behind: number
    failing: number
    pending: number
    position: string | null
  }>`
    select * from (
      select count(*) filter (where position < wanted)::int as behind,
        count(*) filter (where consecutive_failures > 0)::int as failing,
        min(position) filter (where position < wanted) as behind_at
      from (select position, wanted, consecutive_failures from webhooks.webhooks
        where is_active limit ${LOOKED_AT_MAX}) w) webhooks,
    (select count(*)::int as pending, min(position) - 1 as pending_at
      from (select position from webhooks.deliveries where status = 'pending' limit ${LOOKED_AT_MAX}) d) deliveries,
    lateral (select least(behind_at, pending_at) as position) oldest`.execute(tx)
  const { position, ...counts } = rows[0]!
  return { ...counts, oldest_at: position === null ? undefined : await findTimeAfter(tx, position) }
}

/** The time of the first row of the log after a position. */
async function findTimeAfter(tx: Db, position: string): Promise<string | undefined> {
  const next = Number(position) + 1
  const found = [await findMoveTime(tx, next), await findEventTime(tx, next)]
  const [first] = found
    .filter((row) => row !== undefined)
    .toSorted((a, b) => Number(a.position) - Number(b.position))
  return first?.created_at
}
