// SQL of the questions that users asked. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'queries.history.filters': Readonly<Record<string, unknown>>
  }
}

export type HistoryRow = Row<'queries.history'>

export interface Asker {
  readonly environment: Environment
  readonly user_uuid: string
}

interface NewQuestion extends Asker {
  readonly id: string
  readonly query: string
  readonly intent: string
  readonly confidence: number
  readonly answer: string
  readonly filters: object
  readonly created_at: Date
}

export async function addQuestion(tx: Db, row: NewQuestion): Promise<void> {
  await sql`
    insert into queries.history
      (id, environment, user_uuid, query, intent, confidence, answer, filters, created_at)
    values (${row.id}, ${row.environment}, ${row.user_uuid}, ${row.query}, ${row.intent},
      ${String(row.confidence)}::numeric, ${row.answer}, ${JSON.stringify(row.filters)}::jsonb,
      ${row.created_at})`.execute(tx)
}

/** Deletes all but the newest `keep` questions of a user. */
export async function pruneQuestions(tx: Db, asker: Asker, keep: number): Promise<void> {
  await sql`
    delete from queries.history
    where environment = ${asker.environment} and user_uuid = ${asker.user_uuid} and id <= (
      select id from queries.history
      where environment = ${asker.environment} and user_uuid = ${asker.user_uuid}
      order by id desc offset ${keep} limit 1)`.execute(tx)
}

export async function listQuestions(
  tx: Db,
  { environment, user_uuid }: Asker,
  page: PageRequest,
): Promise<{ readonly rows: HistoryRow[]; readonly total: number }> {
  const mine = tx
    .selectFrom('queries.history')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
  const { rows, total } = await readPage(mine.selectAll().orderBy('id', 'desc'), page)
  return { rows, total }
}
