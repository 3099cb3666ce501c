// All SQL of the schema `personal_data`. No rules here.
import type { PageRequest } from '../../../kernel/page.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

export type ErasureRow = Row<'personal_data.erasures'>

export type NewErasure = Omit<ErasureRow, 'asked_at' | 'kept_until' | 'erased_at' | 'ended_at'> & {
  readonly asked_at: Date
  readonly kept_until: Date
}

/** Undefined if the user was erased before. */
export const insertErasure = (tx: Db, row: NewErasure): Promise<ErasureRow | undefined> =>
  tx
    .insertInto('personal_data.erasures')
    .values(row)
    .onConflict((conflict) => conflict.column('user_uuid').doNothing())
    .returningAll()
    .executeTakeFirst()

/** The newest first. */
export const listErasures = (tx: Db, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('personal_data.erasures')
      .selectAll()
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc'),
    page,
  )

/** All of them, in order. */
export const listAllErasures = (tx: Db): Promise<ErasureRow[]> =>
  tx.selectFrom('personal_data.erasures').selectAll().orderBy('asked_at').orderBy('id').execute()

export const findErasure = (tx: Db, id: string): Promise<ErasureRow | undefined> =>
  tx.selectFrom('personal_data.erasures').selectAll().where('id', '=', id).executeTakeFirst()

/** Those of which something is to be erased now. */
export const listDue = (tx: Db, now: Date): Promise<ErasureRow[]> =>
  tx
    .selectFrom('personal_data.erasures')
    .selectAll()
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('erased_at', 'is', null), eb('kept_until', '<=', now.toISOString())]))
    .orderBy('asked_at')
    .execute()

/** Sealed. */
export async function keepIdentity(tx: Db, id: string, identity: Buffer): Promise<void> {
  await tx.updateTable('personal_data.erasures').set({ identity }).where('id', '=', id).execute()
}

export async function markErased(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('personal_data.erasures')
    .set({ erased_at: now })
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .execute()
}

/** From now on, nothing says who it was. */
export async function markEnded(tx: Db, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('personal_data.erasures')
    .set({ ended_at: now, identity: null })
    .where('id', '=', id)
    .execute()
}
