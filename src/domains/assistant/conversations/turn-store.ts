// SQL of the turns in progress and of the calls of a language model. No rules here.
import { sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import type { Owner } from './store.ts'

interface Lease extends Owner {
  readonly token: string
  readonly now: Date
  readonly until: Date
}

/** False if a turn of the user is in progress; a turn that never ended counts until its claim expires. */
export async function claimTurn(tx: Db, lease: Lease): Promise<boolean> {
  const { rows } = await sql`
    insert into conversations.turns (environment, user_uuid, token, until)
    values (${lease.environment}, ${lease.user_uuid}, ${lease.token}, ${lease.until})
    on conflict (environment, user_uuid) do update
    set token = excluded.token, until = excluded.until
    where conversations.turns.until <= ${lease.now}
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function endTurn(
  tx: Db,
  { environment, user_uuid, token }: { readonly token: string } & Owner,
): Promise<void> {
  await tx
    .deleteFrom('conversations.turns')
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('token', '=', token)
    .execute()
}

/** Counts a call of the user on this day; false when the quota is used up. */
export async function countModelCall(
  tx: Db,
  { environment, user_uuid }: Owner,
  day: string,
  most: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into conversations.model_calls (environment, user_uuid, day, calls)
    values (${environment}, ${user_uuid}, ${day}, 1)
    on conflict (environment, user_uuid, day) do update
    set calls = conversations.model_calls.calls + 1
    where conversations.model_calls.calls < ${most}
    returning 1`.execute(tx)
  return rows.length > 0
}
