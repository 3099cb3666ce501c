// Whether what was begun with a credential may still go on.
import type { Db } from '../../../platform/database.ts'
import { findStanding } from '../../people/identity/index.ts'
import type { StoredCaller } from './store.ts'

/** A task ends with the key or session that sent it, except that a user's task survives a logout. */
export async function stillStands(
  tx: Db,
  credential: StoredCaller['credential'] | null,
): Promise<boolean> {
  if (!credential || credential.kind === 'login') return true
  return (await findStanding(tx, [credential.id])).has(credential.id)
}
