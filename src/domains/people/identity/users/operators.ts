// Creates operators and resets their passwords, from the environment or the command line. A customer who
// registered the address earlier does not become an operator.
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { systemCaller } from '../../../../operation/caller.ts'
import type { Context, Invalidate } from '../../../../operation/operation.ts'
import { runAsSystem } from '../../../../operation/system-work.ts'
import type { Db } from '../../../../platform/database.ts'
import { argon2 } from '../../../../platform/hasher.ts'
import { randomText } from '../../../../platform/secrets.ts'
import { revokeAll } from '../credentials/service.ts'
import { clearSecondFactor } from '../two-factor/reset.ts'
import { addUser, setPassword } from '../service.ts'
import * as store from '../store.ts'
import { FORMER } from './service.ts'
import { insertStatusChange } from './store.ts'

export interface OperatorWork {
  readonly db: Db
  readonly now: Date
  /** Drops the change from this process's caches; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
}

export type OperatorRole = 'admin' | typeof FORMER

export interface NewOperator {
  readonly email: string
  readonly password: string
}

type Ensured = 'created' | 'exists' | 'changed' | 'differs' | 'not_an_operator'

/**
 * Creates the operator named by the environment, or updates their password. The password from the environment
 * takes effect only when it differs from the one the environment gave at an earlier start; otherwise every
 * start would undo a password that the operator chose since. For an operator of whom no earlier one is
 * recorded, a differing password is kept and reported as `differs`.
 */
export async function ensureOperator(
  { email, password }: NewOperator,
  work: OperatorWork,
): Promise<Ensured> {
  const existing = await store.findUserByEmail(work.db, email, undefined)
  if (!existing) {
    const password_hash = await argon2.hash(password)
    const hashes = { password_hash, given_password_hash: password_hash }
    return (await insertOperator({ email, ...hashes }, work)) ? 'created' : 'exists'
  }
  if (!existing.roles.includes('admin')) return 'not_an_operator'
  const { given_password_hash: given, uuid } = existing
  if (given !== null && (await argon2.verify(given, password))) return 'exists'
  if (given === null) {
    const isSame = await argon2.verify(existing.password_hash, password)
    const known = isSame ? existing.password_hash : await argon2.hash(password)
    await store.updateUser(work.db, uuid, { given_password_hash: known }, work.now)
    return isSame ? 'exists' : 'differs'
  }
  const password_hash = await argon2.hash(password)
  await replacePassword(uuid, { password_hash, given_password_hash: password_hash }, work)
  return 'changed'
}

/** False when the address is taken. */
export async function addOperator(
  { email, password }: NewOperator,
  work: OperatorWork,
): Promise<boolean> {
  if (await store.findUserByEmail(work.db, email, undefined)) return false
  return insertOperator({ email, password_hash: await argon2.hash(password) }, work)
}

interface Hashes {
  readonly password_hash: string
  readonly given_password_hash?: string
}

const insertOperator = async (
  operator: Hashes & { readonly email: string },
  { db, now }: OperatorWork,
): Promise<boolean> =>
  // The operator of the server vouches for the address.
  (await addUser(
    db,
    { name: 'Operator', tenant_uuid: null, email_verified_at: now, ...operator },
    ['admin'],
    now,
  )) !== undefined

/**
 * Sets a new password, removes the second factor and ends all other access. A removed operator is one again only if that
 * is asked for. False when there is no such operator with this address.
 */
export async function resetOperator(
  { email, password }: NewOperator,
  work: OperatorWork,
  from: OperatorRole = 'admin',
): Promise<boolean> {
  const existing = await store.findUserByEmail(work.db, email, undefined)
  if (!existing?.roles.includes(from)) return false
  const password_hash = await argon2.hash(password)
  await runAsSystem(causeOf(work, 'operator.reset'), async (ctx) => {
    await endAccess(existing.uuid, password_hash, ctx)
    if (from === FORMER) await changeRole(existing.uuid, 'admin', ctx)
  })
  return true
}

/**
 * Ends all access of an operator at once, on every node, and keeps the record of who they were. Other operators cannot
 * undo it: only the command line can.
 */
export async function removeOperator(
  email: string,
  work: OperatorWork,
): Promise<'removed' | 'unknown' | 'last'> {
  const existing = await store.findUserByEmail(work.db, email, undefined)
  if (!existing?.roles.includes('admin')) return 'unknown'
  const password_hash = await argon2.hash(randomText(40))
  return runAsSystem(causeOf(work, 'operator.remove'), async (ctx) => {
    await store.lockOperators(ctx.tx)
    if ((await store.countOperators(ctx.tx)) === 1) return 'last'
    await endAccess(existing.uuid, password_hash, ctx)
    await changeRole(existing.uuid, FORMER, ctx)
    return 'removed'
  })
}

/** Sessions, API keys, agents, webhooks, connected clients, passkeys and authorizations of the future. */
async function endAccess(uuid: string, password_hash: string, ctx: Context): Promise<void> {
  await setPassword(uuid, { password_hash }, 'reset', ctx)
  await clearSecondFactor(uuid, ctx)
  await revokeAll(uuid, undefined, ctx)
  await store.updateUser(ctx.tx, uuid, { access_ended_at: ctx.now }, ctx.now)
}

/** A former operator is suspended, too, so that nothing that was overlooked works. */
async function changeRole(
  user_uuid: string,
  role: OperatorRole,
  { tx, now }: Context,
): Promise<void> {
  const status = role === 'admin' ? 'active' : 'suspended'
  await store.setRole(tx, user_uuid, role, status, now)
  await insertStatusChange(tx, {
    id: uuidv7(now),
    user_uuid,
    status,
    reason: `The operator was ${role === 'admin' ? 'restored' : 'removed'} by the command line.`,
    note: null,
    // Nobody is signed in there.
    changed_by: user_uuid,
    created_at: now,
  })
}

/** Sessions on every node and reset tokens end with the old password. */
async function replacePassword(uuid: string, hashes: Hashes, work: OperatorWork): Promise<void> {
  await runAsSystem(causeOf(work, 'operator.reset'), (ctx) =>
    setPassword(uuid, hashes, 'reset', ctx),
  )
}

const causeOf = (work: OperatorWork, operation: string) => ({
  ...work,
  caller: systemCaller('live'),
  operation,
})
