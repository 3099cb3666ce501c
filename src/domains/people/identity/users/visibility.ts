// Decides whether a caller may learn that a user exists.
import { isUuid } from '../../../../kernel/uuid.ts'
import { reaches } from '../../../../operation/caller.ts'
import type { Context } from '../../../../operation/operation.ts'
import { findUser } from '../store.ts'

/** Whether a user with this uuid exists and the caller may know it; only operators see users of other tenants. */
export async function isVisibleTo(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  uuid: string,
): Promise<boolean> {
  const user = isUuid(uuid) ? await findUser(tx, uuid) : undefined
  return user !== undefined && reaches(caller, user.tenant_uuid)
}
