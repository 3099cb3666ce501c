// All SQL of the schema `funding`. No rules here.
import type { PageRequest } from '../../../kernel/page.ts'
import { type Db, readPage } from '../../../platform/database.ts'

export async function isTeller(tx: Db, user_uuid: string): Promise<boolean> {
  const found = await tx
    .selectFrom('funding.tellers')
    .select('id')
    .where('user_uuid', '=', user_uuid)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export interface NewTeller {
  readonly id: string
  readonly user_uuid: string
  readonly added_by: string
  readonly added_at: Date
}

/** Undefined when the user is a teller already. */
export const insertTeller = (tx: Db, teller: NewTeller) =>
  tx
    .insertInto('funding.tellers')
    .values(teller)
    .onConflict((conflict) =>
      conflict.column('user_uuid').where('removed_at', 'is', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

/** Undefined when the user is not a teller. */
export const endTeller = (
  tx: Db,
  user_uuid: string,
  end: { readonly removed_by: string; readonly removed_at: Date },
) =>
  tx
    .updateTable('funding.tellers')
    .set(end)
    .where('user_uuid', '=', user_uuid)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

/** The current tellers, the newest first. */
export const listTellers = (tx: Db, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('funding.tellers')
      .selectAll()
      .where('removed_at', 'is', null)
      .orderBy('added_at', 'desc')
      .orderBy('id', 'desc'),
    page,
  )
