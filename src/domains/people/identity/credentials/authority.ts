// Checks whether an earlier authorization is still valid when the bank moves money without a call: a mandate, a grant,
// a scheduled payment. The same must hold as for a call: the user and their tenant are active, the key is not revoked
// or expired and may write, the agent is active, and the user has not ended everything since. The end of a session
// does not end what was authorized in it.
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { parentOf } from './service.ts'
import * as store from '../store.ts'

/** The user who authorized something, and the key they used. */
export interface Authority {
  readonly user_uuid: string
  /** The key that was used (`keyOf`); null if the user was signed in. */
  readonly allowed_with: string | null
  readonly allowed_at: string
  /** The agent on whose behalf it was authorized. */
  readonly agent_uuid?: string | null
}

/** A condition that another domain adds: returns the reason why the authority is not valid, or undefined. */
export type AuthorityCondition = (
  tx: Db,
  authority: Authority & { readonly tenant_uuid: string | null },
  /** Whether to lock what is read until the transaction ends. */
  holds: boolean,
) => Promise<string | undefined>

/** Keys whose owner chose when they end. */
const lastingKeys: ReadonlySet<string> = new Set(['api_key', 'agent_key'])

export class AuthorityCheck {
  private readonly conditions: Handlers<AuthorityCondition>

  constructor(conditions: Handlers<AuthorityCondition>) {
    this.conditions = conditions
  }

  /**
   * The reason why the authority is no longer valid, in a sentence for its owner; undefined if it is valid, and then
   * the ledger allows the debit. What was read is locked, so that the answer holds until the transaction ends.
   */
  async refusal(
    ctx: Pick<Context, 'tx' | 'now' | 'maySpend'>,
    authority: Authority,
  ): Promise<string | undefined> {
    const reason = await this.find(ctx, authority, true)
    if (typeof ctx.maySpend === 'object') ctx.maySpend.stands = reason === undefined
    return reason
  }

  /** The same answer for reads; it allows no debit. */
  read(ctx: Pick<Context, 'tx' | 'now'>, authority: Authority): Promise<string | undefined> {
    return this.find(ctx, authority, false)
  }

  private async find(
    { tx, now }: Pick<Context, 'tx' | 'now'>,
    authority: Authority,
    holds: boolean,
  ): Promise<string | undefined> {
    const { user_uuid, allowed_with, allowed_at } = authority
    const user = await store.findState(tx, user_uuid, holds)
    if (!user) return 'The customer who allowed it no longer exists.'
    if (user.status !== 'active') return 'The customer who allowed it is suspended.'
    if (user.access_ended_at !== null && Date.parse(allowed_at) < Date.parse(user.access_ended_at))
      return 'The customer has since ended everything that was allowed.'
    if (allowed_with !== null) {
      const keys = await (holds ? store.holdStanding : store.findStanding)(tx, [allowed_with])
      const key = keys.get(allowed_with)
      if (!key) return 'The key with which it was allowed has been revoked.'
      if (
        lastingKeys.has(key.kind) &&
        key.expires_at !== null &&
        Date.parse(key.expires_at) <= now.getTime()
      )
        return 'The key with which it was allowed has expired.'
      if (key.kind === 'api_key' && !key.scopes.includes('write'))
        return 'The key with which it was allowed may only read now.'
    }
    for (const condition of this.conditions.handlers) {
      const reason = await condition(tx, { ...authority, tenant_uuid: user.tenant_uuid }, holds)
      if (reason !== undefined) return reason
    }
    return undefined
  }
}

/**
 * The key behind this call, whose revocation ends what the call authorizes. An agent's session counts as the key that
 * opened it, because sessions expire; null for a user who is signed in.
 */
export async function keyOf({
  tx,
  caller,
}: Pick<Context, 'tx' | 'caller'>): Promise<string | null> {
  const { credential } = caller
  if (credential?.kind !== 'agent_session') return parentOf(caller)
  return (await store.findCredentialById(tx, credential.id))?.parent ?? credential.id
}
