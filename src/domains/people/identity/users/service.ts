// What operators see of users and may do to their access: end sessions, suspend, reinstate. For operators only. No
// operator can be suspended here, so that a stolen session of one cannot lock the others out.
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { CREDENTIAL_CHANGED, revoke, SESSION_KINDS } from '../credentials/service.ts'
import { confirmAddress } from '../email-confirmation.ts'
import { UserStateConflict } from '../errors.ts'
import { SessionsEnded, UserReinstated, UserSuspended } from '../events.ts'
import { type UserAction, userLife } from './life-cycle.ts'
import * as store from './store.ts'
import {
  countStillActive,
  endAndCountAccess,
  type SessionlessAccess,
} from '../credentials/sessionless-access.ts'
import { findUser, lockUser, type UserRow } from '../store.ts'

/** The role of an operator who was removed at the command line, in place of `admin`. */
export const FORMER = 'former_admin'

const SESSIONS_SHOWN = 50
const CHANGES_SHOWN = 20

export const listPeople = (filter: store.PeopleFilter, page: PageRequest, { tx }: Context) =>
  store.listPeople(tx, filter, page)

/** For operators of the bank, who see the customers of every tenant. */
export async function getPerson(uuid: string, { tx }: Pick<Context, 'tx'>): Promise<UserRow> {
  const user = isUuid(uuid) ? await findUser(tx, uuid.toLowerCase()) : undefined
  if (!user) throw NotFound({ what: 'user', id: uuid })
  return user
}

export async function describePerson(
  uuid: string,
  others: readonly SessionlessAccess[],
  ctx: Context,
) {
  const user = await getPerson(uuid, ctx)
  return {
    ...toPerson(user),
    sessions: await store.listSessions(ctx.tx, user.uuid, ctx.now, SESSIONS_SHOWN),
    access: await countStillActive(user.uuid, others, ctx),
    status_changes: await store.listStatusChanges(ctx.tx, user.uuid, CHANGES_SHOWN),
  }
}

export const toPerson = ({ two_factor_confirmed_at, tenant_uuid, ...row }: UserRow) => ({
  ...row,
  tenant_id: tenant_uuid,
  two_factor: two_factor_confirmed_at !== null,
})

export interface StatusRequest {
  readonly reason: string
  readonly note?: string
}

/** Until the transaction ends, nobody signs in and no credential is issued. */
export async function lockPerson(uuid: string, { tx }: Context): Promise<UserRow> {
  const user = isUuid(uuid) ? await lockUser(tx, uuid.toLowerCase()) : undefined
  if (!user) throw NotFound({ what: 'user', id: uuid })
  return user
}

/**
 * The lock on the user keeps new credentials from being issued until this commits, so that the list below is
 * complete and every node drops all of them from its cache.
 */
export async function changePersonStatus(
  uuid: string,
  action: UserAction,
  { reason, note }: StatusRequest,
  ctx: Context,
): Promise<UserRow> {
  const user = await lockPerson(uuid, ctx)
  if (user.roles.includes(FORMER))
    throw UserStateConflict({
      reason: 'A removed operator is restored with "florin operator restore" only.',
    })
  if (user.roles.includes('admin'))
    throw UserStateConflict({
      reason: 'An operator cannot be suspended here; reset their password with "florin operator".',
    })
  const { to: status } = userLife.check(user.status, action)
  const changed = await store.setStatus(ctx.tx, user.uuid, status, ctx.now)
  await store.insertStatusChange(ctx.tx, {
    id: uuidv7(ctx.now),
    user_uuid: user.uuid,
    status,
    reason,
    note: note ?? null,
    changed_by: ctx.caller.user!,
    created_at: ctx.now,
  })
  for (const id of await store.listCredentialIds(ctx.tx, user.uuid))
    ctx.invalidate(CREDENTIAL_CHANGED, id)
  const event = action === 'suspend' ? UserSuspended : UserReinstated
  ctx.emit(event, { user_uuid: user.uuid, reason }, { user_uuid: user.uuid })
  return changed
}

/** The operator vouches that the address is the user's, where no mail can prove it. */
export async function confirmPersonEmail(
  uuid: string,
  others: readonly SessionlessAccess[],
  ctx: Context,
): Promise<UserRow> {
  const user = await lockPerson(uuid, ctx)
  await confirmAddress(user, { by: 'operator' }, others, ctx)
  return getPerson(user.uuid, ctx)
}

/** Ends the sessions of a user and, on request, all their other access. */
export async function endSessions(
  input: { readonly uuid: string; readonly reason: string; readonly end_everything?: boolean },
  others: readonly SessionlessAccess[],
  ctx: Context,
) {
  const { uuid: user_uuid } = await lockPerson(input.uuid, ctx)
  const revoked_count = await revoke({ user_uuid, kinds: SESSION_KINDS }, ctx)
  const still_active = await endAndCountAccess(user_uuid, input.end_everything, others, ctx)
  ctx.emit(SessionsEnded, { user_uuid, reason: input.reason }, { user_uuid })
  return { revoked_count, still_active }
}
