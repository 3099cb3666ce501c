// The rules for naming, listing and removing tellers, the users whom operators allow to move cash.
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import { isUuid, uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { TellerExists } from './errors.ts'
import { TellerAdded, TellerRemoved } from './events.ts'
import * as store from './store.ts'

/** Implemented by the identity domain, which owns the table of users. */
export type IsRegistered = (tx: Db, user_uuid: string) => Promise<boolean>

export async function addTeller(wanted: string, ctx: Context, isRegistered: IsRegistered) {
  const user_uuid = wanted.toLowerCase()
  if (!(await isRegistered(ctx.tx, user_uuid)))
    throw Invalid({ errors: { user_uuid: [`There is no registered user ${user_uuid}.`] } })
  const added_by = ctx.caller.user!
  const teller = { id: uuidv7(ctx.now), user_uuid, added_by, added_at: ctx.now }
  const row = await store.insertTeller(ctx.tx, teller)
  if (!row) throw TellerExists({ user_uuid })
  ctx.emit(TellerAdded, { user_uuid, added_by }, { user_uuid })
  return row
}

export async function listTellers(page: PageRequest, { tx }: Context) {
  const { rows, total } = await store.listTellers(tx, page)
  return toPage(rows, total, page)
}

/** For the audit trail: whether the user is a teller. */
export async function describeTeller(user: string, { tx }: Context) {
  const tellers = isUuid(user) ? await store.findTellers(tx, [user]) : new Set()
  return { teller: tellers.has(user.toLowerCase()) }
}

export async function removeTeller(wanted: string, ctx: Context): Promise<void> {
  const user_uuid = wanted.toLowerCase()
  const removed_by = ctx.caller.user!
  const end = { removed_by, removed_at: ctx.now }
  const row = isUuid(user_uuid) ? await store.endTeller(ctx.tx, user_uuid, end) : undefined
  if (!row) throw NotFound({ what: 'teller', id: wanted })
  ctx.emit(TellerRemoved, { user_uuid, removed_by }, { user_uuid })
}
