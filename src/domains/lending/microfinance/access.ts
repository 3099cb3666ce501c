// Decides who may see and manage a group, who may lend, and how the ids of members are read. For other
// users the group does not exist.
import { isUuid } from '../../../kernel/uuid.ts'
import { type Caller, isOperator } from '../../../operation/caller.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { LendingNotAllowed, NotOrganiser } from './errors.ts'
import * as store from './groups/store.ts'
import type { GroupRow, MemberRow } from './groups/store.ts'

export type LendingMode = 'open' | 'operators'

/** A user has one id, however the uuid is written. */
export const readMemberId = (text: string): string => (isUuid(text) ? text.toLowerCase() : text)

export interface GroupWithMembers {
  readonly row: GroupRow
  /** The present members. */
  readonly members: readonly MemberRow[]
}

export const isMember = ({ members }: GroupWithMembers, user: string | undefined): boolean =>
  user !== undefined && members.some(({ user_id }) => user_id === user)

export const isOrganiser = ({ row }: GroupWithMembers, { user }: Caller): boolean =>
  user !== undefined && row.organiser_uuid === user

/** A group that the caller may see: the organiser, a present member or an operator; 404 for other callers. */
export async function getGroup(
  id: string,
  ctx: Context,
  options: { readonly lock?: boolean } = {},
): Promise<GroupWithMembers> {
  const read = options.lock ? store.lockGroup : store.findGroup
  const row = isUuid(id) ? await read(ctx.tx, id) : undefined
  if (!row || row.environment !== ctx.caller.environment) throw NotFound({ what: 'group', id })
  const group = { row, members: await store.listActiveMembers(ctx.tx, row.uuid) }
  const { caller } = ctx
  if (!isOperator(caller) && !isOrganiser(group, caller) && !isMember(group, caller.user))
    throw NotFound({ what: 'group', id })
  return group
}

export function checkManages(group: GroupWithMembers, caller: Caller): void {
  if (!isOperator(caller) && !isOrganiser(group, caller)) throw NotOrganiser({})
}

/** A group under a lock, for its organiser or an operator to change. */
export async function lockManaged(id: string, ctx: Context): Promise<GroupWithMembers> {
  const group = await getGroup(id, ctx, { lock: true })
  checkManages(group, ctx.caller)
  return group
}

export const isLendingOpen = (mode: LendingMode, { environment }: Caller): boolean =>
  mode === 'open' || environment === 'sandbox'

/** Lending and dividends spend the bank's money, so operators decide, or the organiser where lending is open. */
export function checkLends(group: GroupWithMembers, mode: LendingMode, caller: Caller): void {
  if (isOperator(caller)) return
  if (!isLendingOpen(mode, caller)) throw LendingNotAllowed({})
  checkManages(group, caller)
}

/** Operators see everything of their environment, others what concerns them. */
export const viewerOf = (caller: Caller): string | undefined =>
  isOperator(caller) ? undefined : caller.user!
