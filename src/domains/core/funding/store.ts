// All SQL of the schema `funding`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { type Db, readPage } from '../../../platform/database.ts'

/** Those of these users who are tellers. */
export async function findTellers(tx: Db, users: readonly string[]): Promise<Set<string>> {
  const found = await tx
    .selectFrom('funding.tellers')
    .select('user_uuid')
    .where('user_uuid', '=', sql<string>`any(${users}::uuid[])`)
    .where('removed_at', 'is', null)
    .execute()
  return new Set(found.map((row) => row.user_uuid))
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
