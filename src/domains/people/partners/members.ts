// The members of a partner, who may use its keys. They are added by e-mail address, so that adding a member does not
// reveal whether they are a customer of the bank. It is an invitation: it is valid for a user who has confirmed the
// address (`recognizer.ts`, `contacts.ts`), not for one who merely registers it.
import type { PageRequest } from '../../../kernel/page.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { findUserByEmail } from '../identity/index.ts'
import { TooManyMembers } from './errors.ts'
import { PARTNER_CHANGED } from './recognizer.ts'
import * as store from './store.ts'
import type { MemberRow } from './store.ts'

const MEMBERS_MAX = 500

/** Adding a member again changes nothing. */
export async function addMember(
  partner_uuid: string,
  given: string,
  ctx: Context,
): Promise<MemberRow> {
  const email = given.toLowerCase()
  await store.lockPartner(ctx.tx, partner_uuid)
  if ((await store.countMembers(ctx.tx, partner_uuid)) >= MEMBERS_MAX)
    throw TooManyMembers({ most: MEMBERS_MAX })
  const member = { partner_uuid, email, added_by: ctx.caller.user!, created_at: ctx.now }
  if (await store.insertMember(ctx.tx, member)) await invalidateUser(email, ctx)
  return (await store.findMember(ctx.tx, partner_uuid, email))!
}

export async function removeMember(
  partner_uuid: string,
  given: string,
  ctx: Context,
): Promise<void> {
  const email = given.toLowerCase()
  if (!(await store.deleteMember(ctx.tx, partner_uuid, email)))
    throw NotFound({ what: 'member', id: given })
  await invalidateUser(email, ctx)
}

export const listMembers = (partner_uuid: string, page: PageRequest, ctx: Context) =>
  store.listMembers(ctx.tx, partner_uuid, page)

async function invalidateUser(email: string, ctx: Context): Promise<void> {
  const user = await findUserByEmail(ctx.tx, email, undefined)
  if (user) ctx.invalidate(PARTNER_CHANGED, user.uuid)
}
