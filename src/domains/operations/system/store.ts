// Asks the database whether it answers. This domain has no tables.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'

export const isReachable = (tx: Db): Promise<boolean> =>
  sql`select 1`.execute(tx).then(
    () => true,
    () => false,
  )
