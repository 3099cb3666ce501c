// The sender of a file, when the bank works on it without a request: on a later day, or after a crash.
import type { Caller } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import { findStanding, findUser } from '../../people/identity/index.ts'
import { type Rejection, reject } from './reasons.ts'
import type { MessageRow } from './store.ts'

/** The caller for this work, so that accounts and history name the sender, whose rights count. */
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

/** Why the orders of this sender no longer stand: a revoked key or a lost office pays nothing. */
export async function findRefusal(message: MessageRow, tx: Db): Promise<Rejection | undefined> {
  const { credential_id, by_operator, user_uuid } = message
  if (credential_id !== null && !(await findStanding(tx, [credential_id])).has(credential_id))
    return reject('AG01', 'The API key with which this payment was ordered has been revoked.')
  if (by_operator && !(await findUser(tx, user_uuid))?.roles.includes('admin'))
    return reject('AG01', 'The sender of this payment is no longer an operator.')
  return undefined
}
