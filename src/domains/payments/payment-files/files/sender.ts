// The sender of a file that the bank executes without a request: on a later day, or after a crash.
import type { Caller } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Context } from '../../../../operation/operation.ts'
import { findUser, type AuthorityCheck } from '../../../people/identity/index.ts'
import { type Rejection, reject } from '../reasons.ts'
import type { MessageRow } from '../store.ts'

/** The caller for this work: the sender, with their permissions. */
export async function findSender(message: MessageRow, tx: Db): Promise<Caller> {
  const { environment, user_uuid: user, by_operator, credential_id } = message
  const tenant = (await findUser(tx, user))?.tenant_uuid ?? undefined
  return {
    user,
    ...(tenant !== undefined && { tenant }),
    environment,
    scopes: new Set(by_operator ? ['admin'] : []),
    address: 'internal',
    ...(credential_id !== null && { credential: { id: credential_id, kind: 'api_key', user } }),
  }
}

/** Why payments of this sender are rejected, such as a revoked key or a revoked operator role. */
export async function findRefusal(
  message: MessageRow,
  ctx: Pick<Context, 'tx' | 'now' | 'maySpend'>,
  standing: AuthorityCheck,
): Promise<Rejection | undefined> {
  const { credential_id: allowed_with, created_at: allowed_at, by_operator, user_uuid } = message
  const refusal = await standing.refusal(ctx, { user_uuid, allowed_with, allowed_at })
  if (refusal !== undefined) return reject('AG01', refusal)
  if (by_operator && !(await findUser(ctx.tx, user_uuid))?.roles.includes('admin'))
    return reject('AG01', 'The sender of this payment is no longer an operator.')
  return undefined
}
