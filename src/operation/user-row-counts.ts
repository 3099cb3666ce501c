// Counts the log rows that are about one user; shared by all tables that hold such rows.
import { sql } from 'kysely'

/** The number of rows in all, in the last hour and in the last 24 hours. */
export interface UserRowCounts {
  readonly total: number
  readonly last_hour: number
  readonly last_24h: number
  readonly last_position: string
}

export interface Since {
  readonly hour: Date
  readonly day: Date
}

/** Selects the columns of `OwnTally` from rows with `position` and `created_at`. */
export const userRowCounts = ({ hour, day }: Since) => sql`count(*)::int as total,
  (count(*) filter (where created_at > ${hour}))::int as last_hour,
  (count(*) filter (where created_at > ${day}))::int as last_24h, max(position) as last_position`
