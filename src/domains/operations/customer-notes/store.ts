// All SQL of the schema `customer_notes`. No rules here.
import type { Db } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

export type NoteRow = Row<'customer_notes.notes'>
export type VersionRow = Row<'customer_notes.versions'>

/** The newest first. */
export const listNotes = (
  tx: Db,
  user_uuid: string,
  { before, limit }: { readonly before?: string | undefined; readonly limit: number },
): Promise<NoteRow[]> =>
  tx
    .selectFrom('customer_notes.notes')
    .selectAll()
    .where('user_uuid', '=', user_uuid)
    .$if(before !== undefined, (query) => query.where('id', '<', before!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Of these notes, the newest first. */
export const listVersions = async (tx: Db, notes: readonly string[]): Promise<VersionRow[]> =>
  notes.length === 0
    ? []
    : tx
        .selectFrom('customer_notes.versions')
        .selectAll()
        .where('note_id', 'in', notes)
        .orderBy('version', 'desc')
        .execute()

export async function countNotes(tx: Db, user_uuid: string): Promise<number> {
  const { total } = await tx
    .selectFrom('customer_notes.notes')
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .where('user_uuid', '=', user_uuid)
    .executeTakeFirstOrThrow()
  return Number(total)
}

export const findNote = (tx: Db, user_uuid: string, id: string): Promise<NoteRow | undefined> =>
  tx
    .selectFrom('customer_notes.notes')
    .selectAll()
    .where('user_uuid', '=', user_uuid)
    .where('id', '=', id)
    .executeTakeFirst()

export const lockNote = (tx: Db, user_uuid: string, id: string): Promise<NoteRow | undefined> =>
  tx
    .selectFrom('customer_notes.notes')
    .selectAll()
    .where('user_uuid', '=', user_uuid)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const insertNote = (
  tx: Db,
  note: Pick<NoteRow, 'id' | 'user_uuid' | 'author'> & { readonly created_at: Date },
): Promise<NoteRow> =>
  tx.insertInto('customer_notes.notes').values(note).returningAll().executeTakeFirstOrThrow()

export async function setVersion(tx: Db, id: string, version: number): Promise<void> {
  await tx.updateTable('customer_notes.notes').set({ version }).where('id', '=', id).execute()
}

export async function insertVersion(
  tx: Db,
  version: Omit<VersionRow, 'created_at'> & { readonly created_at: Date },
): Promise<void> {
  await tx.insertInto('customer_notes.versions').values(version).execute()
}
