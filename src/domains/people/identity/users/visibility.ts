// Decides whether a caller may know that somebody is a user of the bank.
import { isUuid } from '../../../../kernel/uuid.ts'
import { reaches } from '../../../../operation/caller.ts'
import type { Context } from '../../../../operation/operation.ts'
import { findUser } from '../store.ts'

/** Whether this is the uuid of a user whom the caller may know; for everybody else, those of other tenants are nobody. */
export async function isVisibleTo(
  { tx, caller }: Pick<Context, 'tx' | 'caller'>,
  uuid: string,
): Promise<boolean> {
  const user = isUuid(uuid) ? await findUser(tx, uuid) : undefined
  return user !== undefined && reaches(caller, user.tenant_uuid)
}
