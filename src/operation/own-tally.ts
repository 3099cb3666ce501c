// How rows of the log that are about one person are counted, wherever they are kept.
import { sql } from 'kysely'

/** How many there are in all, and since two instants. */
export interface OwnTally {
  readonly total: number
  readonly last_hour: number
  readonly last_24h: number
  readonly last_position: string
}

export interface Since {
  readonly hour: Date
  readonly day: Date
}

/** The columns of `OwnTally`, over rows with a position and a time. */
export const ownTally = ({ hour, day }: Since) => sql`count(*)::int as total,
  (count(*) filter (where created_at > ${hour}))::int as last_hour,
  (count(*) filter (where created_at > ${day}))::int as last_24h, max(position) as last_position`
