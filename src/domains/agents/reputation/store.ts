// All SQL of the schema `reputation`. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import { DECAY_PERCENT_MAX, IDLE_DAYS } from './score.ts'

export type ScoreRow = Row<'reputation.scores'>

export async function findScores(
  tx: Db,
  agents: readonly string[],
): Promise<Map<string, ScoreRow>> {
  const { rows } = await sql<ScoreRow>`
    select * from reputation.scores where agent_uuid = any(${agents}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.agent_uuid, row]))
}

/** Locks the score of an agent; creates it first if the agent has none yet. */
export async function lockScore(
  tx: Db,
  agent: { readonly uuid: string; readonly environment: Environment },
  now: Date,
): Promise<ScoreRow> {
  await sql`
    insert into reputation.scores (agent_uuid, environment, active_at, updated_at)
    values (${agent.uuid}, ${agent.environment}, ${now}, ${now})
    on conflict (agent_uuid) do nothing`.execute(tx)
  const { rows } = await sql<ScoreRow>`
    select * from reputation.scores where agent_uuid = ${agent.uuid} for update`.execute(tx)
  return rows[0]!
}

export async function updateScore(
  tx: Db,
  agent_uuid: string,
  change: Partial<Omit<ScoreRow, 'agent_uuid' | 'environment' | 'updated_at'>>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('reputation.scores')
    .set({ ...change, updated_at: now })
    .where('agent_uuid', '=', agent_uuid)
    .execute()
}

export type ChangeRow = Row<'reputation.changes'>

/** False when this reviewer has already given feedback on this transaction. */
export async function insertChange(
  tx: Db,
  change: Pick<ChangeRow, 'uuid' | 'agent_uuid' | 'kind' | 'previous_score' | 'new_score'> &
    Partial<ChangeRow>,
  now: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('reputation.changes')
    .values({ ...change, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['reviewer_uuid', 'transaction_id'])
        .where(sql<boolean>`kind = 'feedback'`)
        .doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function listChanges(tx: Db, agent_uuid: string, limit: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select * from reputation.changes where agent_uuid = ${agent_uuid}
    order by created_at desc, uuid desc limit ${limit}`.execute(tx)
  return rows
}

/** Best first, by the scores decayed to today; rounds as `decayed` does. */
export async function listBest(
  tx: Db,
  which: {
    readonly environment: Environment
    readonly now: Date
    readonly limit: number
    readonly offset: number
  },
): Promise<ScoreRow[]> {
  const { environment, now, limit, offset } = which
  const days = sql`floor(extract(epoch from ${now}::timestamptz - active_at) / 86400)`
  const percent = sql`least(${DECAY_PERCENT_MAX}, greatest(0, ${days} - ${IDLE_DAYS}))`
  const { rows } = await sql<ScoreRow>`
    select * from reputation.scores where environment = ${environment}
    order by floor(score * (100 - ${percent}) / 100) desc, successful desc, agent_uuid
    limit ${limit} offset ${offset}`.execute(tx)
  return rows
}
