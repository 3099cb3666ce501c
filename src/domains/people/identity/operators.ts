// The operators of a bank: made and reset by whoever runs it, by its environment or by its command line.
// Nobody becomes one by having registered the address first.
import { bankItself } from '../../../operation/caller.ts'
import type { Invalidate } from '../../../operation/operation.ts'
import { runAsBank } from '../../../operation/bank-work.ts'
import type { Db } from '../../../platform/database.ts'
import { argon2 } from '../../../platform/hasher.ts'
import { addUser, setPassword } from './service.ts'
import * as store from './store.ts'

export interface OperatorWork {
  readonly db: Db
  readonly now: Date
  /** What this process does about a change; the nodes hear of it from the database. */
  readonly invalidate: Invalidate
}

export interface NewOperator {
  readonly email: string
  readonly password: string
}

type Ensured = 'created' | 'exists' | 'changed' | 'differs' | 'not_an_operator'

/**
 * The operator whom the environment names. Its password takes effect when it is another than the environment
 * gave before, so that one which the operator has chosen since is not undone by every start. Of an operator
 * from before that was noted nothing is known: a password that differs is left, and said.
 */
export async function ensureOperator(
  { email, password }: NewOperator,
  work: OperatorWork,
): Promise<Ensured> {
  const existing = await store.findUserByEmail(work.db, email)
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
  if (await store.findUserByEmail(work.db, email)) return false
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
  (await addUser(db, { name: 'Operator', ...operator }, ['admin'], now)) !== undefined

/** False when there is no operator with this address. */
export async function resetOperator(
  { email, password }: NewOperator,
  work: OperatorWork,
): Promise<boolean> {
  const existing = await store.findUserByEmail(work.db, email)
  if (!existing?.roles.includes('admin')) return false
  await replacePassword(existing.uuid, { password_hash: await argon2.hash(password) }, work)
  return true
}

/** Sessions, on every node, and reset tokens end with the old one. */
async function replacePassword(uuid: string, hashes: Hashes, work: OperatorWork): Promise<void> {
  const cause = { ...work, caller: bankItself('live'), operation: 'operator.reset' }
  await runAsBank(cause, (ctx) => setPassword(uuid, hashes, 'reset', ctx))
}
