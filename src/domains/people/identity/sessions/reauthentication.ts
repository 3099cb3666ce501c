// Reauthentication in an open session.
import type { Context } from '../../../../operation/operation.ts'
import { CREDENTIAL_CHANGED } from '../credentials/service.ts'
import { checkPassword, getUser, type Verdict } from '../service.ts'
import * as store from '../store.ts'

/** Records the proof for the session of the request. A two-factor code is not required: the session has passed it. */
export async function reauthenticate(verdict: Verdict | undefined, ctx: Context): Promise<void> {
  const user = await getUser(ctx.tx, ctx.caller.user!)
  await checkPassword(user, verdict, 'password', ctx)
  const current = await store.findCredentialById(ctx.tx, ctx.caller.credential!.id)
  const session = current?.session
  if (session === undefined || session === null) return
  for (const id of await store.setProved(ctx.tx, user.uuid, session, ctx.now))
    ctx.invalidate(CREDENTIAL_CHANGED, id)
}
