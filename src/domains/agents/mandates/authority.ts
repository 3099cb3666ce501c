// A mandate is valid as long as its issuer's authority is: it ends with the key with which it was issued, is
// suspended with the agent and its owner, and is revoked when the owner ends all access.
import { Forbidden } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Authority, SessionlessAccess, AuthorityCheck } from '../../people/identity/index.ts'
import * as events from './events.ts'
import { mandateLives } from './life-cycle.ts'
import { finishTransition } from './transition.ts'
import * as store from './store.ts'
import type { MandateRow } from './store.ts'

export const authorityOf = (mandate: MandateRow): Authority => ({
  user_uuid: mandate.issuer_owner_uuid,
  allowed_with: mandate.allowed_with,
  allowed_at: mandate.created_at,
  agent_uuid: mandate.issuer_uuid,
})

/** Runs before the subject relies on a mandate. */
export async function checkAuthority(
  mandate: MandateRow,
  ctx: Context,
  standing: AuthorityCheck,
): Promise<void> {
  const reason = await standing.refusal(ctx, authorityOf(mandate))
  if (reason !== undefined)
    throw Forbidden({
      reason: `The mandate is not valid now. ${reason} Ask its issuer for another.`,
    })
}

const ENDED = 'The owner of the issuing agent ended all access.'

/** The mandates that agents of a user issued; they are revoked when the user ends all access. */
export const issuedMandates: SessionlessAccess = {
  name: 'agent_mandates',
  count: store.countInForce,
  async end(user_uuid, ctx) {
    for (const { uuid, type, status, reason } of await store.lockInForce(
      ctx.tx,
      user_uuid,
      ctx.now,
    )) {
      const { to } = mandateLives[type].check(status, 'revoke')
      const change = { status: to, revoked_at: ctx.now.toISOString(), reason: reason ?? ENDED }
      await finishTransition(uuid, change, events.MandateRevoked, ctx, { reason: ENDED })
    }
  },
}
