// Access that still works after a user has signed out everywhere or changed their password, and authorizations that
// move their money later. The answer of those operations counts it, and on request they end all of it.
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { revokeAll, revokeAllButSessions } from './service.ts'
import { clearSecondFactor } from '../two-factor/reset.ts'
import * as store from '../store.ts'

/** A kind of access that another domain stores, counts and ends. */
export interface SessionlessAccess {
  readonly name:
    | 'connected_programs'
    | 'interledger_grants'
    | 'open_banking_consents'
    | 'passkeys'
    | 'devices'
    | 'agent_mandates'
    | 'direct_debit_mandates'
    | 'scheduled_payments'
    | 'scheduled_batches'
    | 'standing_orders'
    | 'cards'
  count(tx: Db, user_uuid: string, now: Date): Promise<number>
  end(user_uuid: string, ctx: Context): Promise<void>
}

export type StillActive = Awaited<ReturnType<typeof countStillActive>>

export async function countStillActive(
  user_uuid: string,
  others: readonly SessionlessAccess[],
  ctx: Context,
) {
  const standing = await store.countStanding(ctx.tx, user_uuid, ctx.now)
  const of = (kind: store.NewCredential['kind']): number => standing.get(kind) ?? 0
  const elsewhere = {
    connected_programs: 0,
    interledger_grants: 0,
    open_banking_consents: 0,
    passkeys: 0,
    devices: 0,
    agent_mandates: 0,
    direct_debit_mandates: 0,
    scheduled_payments: 0,
    scheduled_batches: 0,
    standing_orders: 0,
    cards: 0,
  }
  for (const access of others)
    elsewhere[access.name] = await access.count(ctx.tx, user_uuid, ctx.now)
  return {
    api_keys: of('api_key'),
    agents: of('agent_did_key'),
    agent_keys: of('agent_key'),
    agent_sessions: of('agent_session'),
    webhooks: of('webhook'),
    ...elsewhere,
  }
}

/** Ends every credential and all other access of a user, except `keptSession`. */
export async function revokeAllAccess(
  user_uuid: string,
  keptSession: string | undefined,
  others: readonly SessionlessAccess[],
  ctx: Context,
): Promise<void> {
  await revokeAll(user_uuid, keptSession, ctx)
  await clearSecondFactor(user_uuid, ctx)
  await endAuthority(user_uuid, others, ctx)
}

/** Stores the instant, because access that is being issued concurrently is not yet visible to any of the kinds. */
async function endAuthority(
  user_uuid: string,
  others: readonly SessionlessAccess[],
  ctx: Context,
): Promise<void> {
  await store.updateUser(ctx.tx, user_uuid, { access_ended_at: ctx.now }, ctx.now)
  for (const access of others) await access.end(user_uuid, ctx)
}

/** Ends all of it if that was asked for, and counts what is left. */
export async function endAndCountAccess(
  user_uuid: string,
  endEverything: boolean | undefined,
  others: readonly SessionlessAccess[],
  ctx: Context,
): Promise<StillActive> {
  if (endEverything === true) {
    await revokeAllButSessions(user_uuid, ctx)
    await endAuthority(user_uuid, others, ctx)
  }
  return countStillActive(user_uuid, others, ctx)
}
