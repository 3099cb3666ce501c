// What still works when a person has signed out everywhere or changed their password: they are shown how
// much of it there is, and may end all of it in the same call.
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { revokeAllBeside } from './credentials.ts'
import * as store from './store.ts'

/** Ways in that other domains keep; they say how many there are, and end them. */
export interface OtherWays {
  readonly name: 'connected_programs' | 'passkeys' | 'devices'
  count(tx: Db, user_uuid: string, now: Date): Promise<number>
  end(user_uuid: string, ctx: Context): Promise<void>
}

export type Outliving = Awaited<ReturnType<typeof countOutliving>>

async function countOutliving(user_uuid: string, others: readonly OtherWays[], ctx: Context) {
  const standing = await store.countStanding(ctx.tx, user_uuid, ctx.now)
  const of = (kind: store.NewCredential['kind']): number => standing.get(kind) ?? 0
  const elsewhere = { connected_programs: 0, passkeys: 0, devices: 0 }
  for (const ways of others) elsewhere[ways.name] = await ways.count(ctx.tx, user_uuid, ctx.now)
  return {
    api_keys: of('api_key'),
    agents: of('agent_did_key'),
    agent_keys: of('agent_key'),
    agent_sessions: of('agent_session'),
    webhooks: of('webhook'),
    ...elsewhere,
  }
}

/** What still stands, after ending it all where that was asked for. */
export async function settleOutliving(
  user_uuid: string,
  endEverything: boolean | undefined,
  others: readonly OtherWays[],
  ctx: Context,
): Promise<Outliving> {
  if (endEverything === true) {
    await revokeAllBeside(user_uuid, ctx)
    for (const ways of others) await ways.end(user_uuid, ctx)
  }
  return countOutliving(user_uuid, others, ctx)
}
