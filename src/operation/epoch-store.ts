// SQL of epochs: each is a stretch of positions that one history of the database server has assigned. Between two epochs is
// a gap, which a history that was lost may have reached.
import { sql } from 'kysely'
import { batchRequests } from '../platform/batch-reader.ts'
import { type Db, runFixed } from '../platform/database.ts'

/**
 * The base of the current epoch, for numbers that leave the bank and must not be assigned again after a restore. A number
 * that is counted by one from there grows more slowly than positions do.
 */
export const EPOCH_BASE = sql<string>`(
  select base_position from platform.epochs order by number desc limit 1)`

/** What became of a position. */
export interface PositionState {
  /** The newest assigned position. */
  readonly newest: number
  /** How many positions after it lie in gaps. */
  readonly skipped: number
  /** The epoch that it was lost by; null if it was not. */
  readonly lost: { readonly kept: number; readonly restored_at: string } | null
}

interface RawState {
  readonly newest: string
  readonly skipped: string
  readonly kept: string | null
  readonly restored_at: string | null
}

/** All calls before the statement begins share it. */
export const readPositionState = batchRequests(async (tx: Db, positions: readonly number[]) => {
  const rows = await runFixed<RawState>(
    tx,
    `select platform.newest_position() as newest, lost.previous_position as kept, lost.started_at as restored_at,
       coalesce((select sum(base_position - 1 - previous_position) from platform.epochs
         where previous_position >= asked.position), 0) as skipped
     from unnest($1::bigint[]) with ordinality as asked (position, number)
     left join lateral (
       select previous_position, started_at from platform.epochs e
       where e.previous_position < asked.position and asked.position < e.base_position - 1
       order by e.number desc limit 1) lost on true
     order by asked.number`,
    [positions],
  )
  return rows.map(
    ({ newest, skipped, kept, restored_at }): PositionState => ({
      newest: Number(newest),
      skipped: Number(skipped),
      lost: kept === null ? null : { kept: Number(kept), restored_at: restored_at! },
    }),
  )
})

/** After `after`, up to `until`. */
export interface Positions {
  readonly after: number
  readonly until: number
}

/** Of a longer stretch it is worth a statement to find out whether it has a gap; no gap is shorter. */
export const FAR = 2 ** 20

/** The first part of a stretch without a gap, so that a reader can go through it step by step. */
export async function findContinuous(tx: Db, { after, until }: Positions): Promise<Positions> {
  if (until - after <= FAR) return { after, until }
  const gaps = await tx
    .selectFrom('platform.epochs')
    .select(['previous_position', 'base_position'])
    .where('base_position', '>', String(after + 1))
    .where('previous_position', '<', String(until))
    .orderBy('number')
    .execute()
  let from = after
  for (const { previous_position, base_position } of gaps) {
    const end = Number(previous_position)
    if (from < end) return { after: from, until: Math.min(until, end) }
    from = Math.min(until, Math.max(from, Number(base_position) - 1))
  }
  return { after: from, until }
}

/** Starts an epoch if the server runs on another history; otherwise nothing. */
export async function enterEpoch(tx: Db): Promise<void> {
  await sql`select platform.enter_epoch()`.execute(tx)
}

/** Starts an epoch in any case. Transactions that have taken a position are waited for, and others wait meanwhile. */
export async function insertEpoch(tx: Db, reason: string): Promise<void> {
  await sql`select platform.start_epoch(${reason})`.execute(tx)
}

export const getNewestEpoch = (tx: Db) =>
  tx
    .selectFrom('platform.epochs')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
