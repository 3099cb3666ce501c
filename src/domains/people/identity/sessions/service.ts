// The sign-in sessions of a user: listing them, and ending one that they do not recognise or no longer use.
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { isUuid, timeOf } from '../../../../kernel/uuid.ts'
import type { Caller } from '../../../../operation/caller.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { revoke, SESSION_KINDS } from '../credentials/service.ts'
import * as sessionStore from './store.ts'
import { findCredentialById, touchCredentials } from '../store.ts'
import { getPerson } from '../users/service.ts'
import { describeUserAgent } from './user-agent.ts'

const currentOf = async ({ tx, caller }: Context): Promise<string | null> =>
  (await findCredentialById(tx, caller.credential!.id))?.session ?? null

export async function listSessions(page: PageRequest, ctx: Context) {
  const current = await currentOf(ctx)
  const user = ctx.caller.user!
  const { rows, total } = await sessionStore.listSessions(ctx.tx, user, ctx.now, page)
  const sessions = rows.map((row) => ({
    id: row.session,
    is_current: row.session === current,
    device: describeUserAgent(row.user_agent),
    user_agent: row.user_agent,
    ip_address: row.address,
    // A refresh keeps the id, a UUIDv7, so its time is the time of the sign-in.
    signed_in_at: timeOf(row.session).toISOString(),
    last_used_at: row.last_used_at && new Date(row.last_used_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  }))
  return toPage(sessions, total, page)
}

/** Another user's session is not found, like one that has ended. */
export const endSession = (id: string, ctx: Context): Promise<void> =>
  endSessionOf(ctx.caller.user!, id, ctx)

/** Ends a session of any user, by an operator. */
export async function endSessionOfUser(user: string, id: string, ctx: Context): Promise<void> {
  const { uuid } = await getPerson(user, ctx)
  await endSessionOf(uuid, id, ctx)
}

async function endSessionOf(user_uuid: string, id: string, ctx: Context): Promise<void> {
  const known = isUuid(id) && (await sessionStore.lockSessions(ctx.tx, user_uuid)).has(id)
  if (!known) throw NotFound({ what: 'session', id })
  await revoke({ user_uuid, session: id, kinds: SESSION_KINDS }, ctx)
}

/** Ends all sessions but the one of the request, and returns their number. */
export async function endOtherSessions(ctx: Context): Promise<number> {
  const user_uuid = ctx.caller.user!
  const current = await currentOf(ctx)
  const sessions = await sessionStore.lockSessions(ctx.tx, user_uuid)
  const keeping = current === null ? {} : { exceptSession: current }
  await revoke({ user_uuid, ...keeping, kinds: SESSION_KINDS }, ctx)
  return [...sessions].filter((session) => session !== current).length
}

/** The session of the request then ends with its access token. */
export async function endRenewal(ctx: Context): Promise<void> {
  const session = await currentOf(ctx)
  if (session !== null)
    await revoke({ user_uuid: ctx.caller.user!, session, kinds: ['refresh'] }, ctx)
}

/** Gathers when sessions were last used and writes that in batches, so that a request costs no write. */
export class SessionUse {
  private seen = new Map<string, Date>()

  record({ credential, agent }: Caller, at: Date): void {
    if (credential?.kind === 'login' && agent === undefined) this.seen.set(credential.id, at)
  }

  async flush(db: Db): Promise<void> {
    if (this.seen.size === 0) return
    const used = [...this.seen].map(([id, at]) => ({ id, at }))
    this.seen = new Map()
    // All nodes write in the same order, so that two that write the same rows do not deadlock.
    await touchCredentials(
      db,
      used.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    )
  }
}
