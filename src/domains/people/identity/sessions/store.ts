// SQL of a user's sign-in sessions. A session is an access token and the refresh token that renews it.
import { sql } from 'kysely'
import { type PageRequest, windowOf } from '../../../../kernel/page.ts'
import type { Db } from '../../../../platform/database.ts'

const kinds = sql`('access', 'refresh')`

export interface WorkingSession {
  readonly session: string
  readonly expires_at: string
  readonly last_used_at: string | null
  readonly address: string | null
  readonly user_agent: string | null
}

/** A session lasts as long as one of its tokens works; its id grows with time, so the newest come first. */
export async function listSessions(tx: Db, user_uuid: string, now: Date, page: PageRequest) {
  const { limit, offset } = windowOf(page)
  const working = sql`
    from identity.credentials
    where user_uuid = ${user_uuid} and revoked_at is null and kind in ${kinds}
      and session is not null and expires_at > ${now}`
  const { rows } = await sql<WorkingSession>`
    select session, max(expires_at) as expires_at, max(last_used_at) as last_used_at,
      max(address) as address, max(user_agent) as user_agent
    ${working} group by session order by session desc limit ${limit} offset ${offset}`.execute(tx)
  const counted = await sql<{ total: number }>`
    select count(distinct session)::int as total ${working}`.execute(tx)
  return { rows, total: counted.rows[0]!.total }
}

/**
 * Locks the tokens of the user's working sessions and returns the ids of those sessions. The first statement waits
 * for a refresh in progress; the tokens that it issues are visible only to a second statement.
 */
export async function lockSessions(tx: Db, user_uuid: string): Promise<Set<string>> {
  const working = sql`
    select session from identity.credentials
    where user_uuid = ${user_uuid} and revoked_at is null and kind in ${kinds}
      and session is not null`
  await sql`${working} order by id for update`.execute(tx)
  const { rows } = await sql<{ session: string }>`${working}`.execute(tx)
  return new Set(rows.map((row) => row.session))
}
