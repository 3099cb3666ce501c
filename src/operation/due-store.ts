// SQL of what is due: the rows of a table whose time has come, the longest overdue first, in pages.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Due } from './due-jobs.ts'

export interface DuePage {
  readonly now: Date
  /** The last row of the page before. */
  readonly after: Due | undefined
  readonly limit: number
}

interface DueTable {
  readonly table: string
  /** The column of the id; `id` by default. */
  readonly id?: string
  /** The column of the time, which is null when nothing is due; `due_at` by default. */
  readonly at?: string
  /** Only these rows, where the time alone does not decide. */
  readonly only?: RawBuilder<unknown>
}

export async function listDueRows(
  tx: Db,
  { table, id = 'id', at = 'due_at', only }: DueTable,
  { now, after, limit }: DuePage,
): Promise<Due[]> {
  const [key, time] = [sql.ref(id), sql.ref(at)]
  const { rows } = await sql<Due>`
    select ${key} as uuid, environment, ${time} as expires_at from ${sql.table(table)}
    where ${time} <= ${now} ${only ? sql`and ${only}` : sql``}
      ${after ? sql`and (${time}, ${key}) > (${after.expires_at}, ${after.uuid})` : sql``}
    order by ${time}, ${key} limit ${limit}`.execute(tx)
  return rows
}
