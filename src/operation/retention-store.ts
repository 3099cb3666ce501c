// SQL that deletes old rows of any table, a batch at a time.
import { sql } from 'kysely'
import { firstUuidAt } from '../kernel/uuid.ts'
import type { Db } from '../platform/database.ts'
import type { Retention } from './retention.ts'

/** Returns the number of deleted rows. */
export async function deleteOldBatch(
  tx: Db,
  { table, column, only }: Pick<Retention, 'table' | 'column' | 'only'>,
  before: Date,
  limit: number,
): Promise<number> {
  const name = sql.table(table)
  // Without a stated type, the parameter has that of the column: an instant, a day or a uuid.
  const end = column === 'id' ? firstUuidAt(before) : before.toISOString()
  const isOld = sql`${sql.ref(column)} < ${end} and ${only === undefined ? sql`true` : sql.raw(`(${only})`)}`
  // The condition is repeated for rows that are renewed meanwhile: not every version of PostgreSQL checks a ctid again
  // after it has waited for a concurrent update.
  const { numAffectedRows } = await sql`
    delete from ${name}
    where ctid = any(array(select ctid from ${name} where ${isOld} limit ${limit})) and ${isOld}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}
