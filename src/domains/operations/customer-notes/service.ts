// The rules of notes about customers: operators of the bank write, read and correct them; nothing is overwritten.
import { isUuid, uuidv7 } from '../../../kernel/uuid.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { findUsers, getPerson } from '../../people/identity/index.ts'
import { NoteChanged, TooManyNotes } from './errors.ts'
import { VERSIONS_MAX } from './schema.ts'
import * as store from './store.ts'

const NOTES_MAX = 1_000

export interface NotesPage {
  readonly before?: string
  readonly limit: number
}

export async function listNotes(user: string, page: NotesPage, ctx: Context) {
  const { uuid } = await getPerson(user, ctx)
  const rows = await store.listNotes(ctx.tx, uuid, { ...page, limit: page.limit + 1 })
  const data = await describe(rows.slice(0, page.limit), ctx)
  return { data, next: rows.length > data.length ? data.at(-1)!.id : null }
}

export async function getNote(user: string, id: string, ctx: Context) {
  const { uuid } = await getPerson(user, ctx)
  const row = isUuid(id) ? await store.findNote(ctx.tx, uuid, id.toLowerCase()) : undefined
  if (!row) throw NotFound({ what: 'note', id })
  const [note] = await describe([row], ctx)
  return note!
}

export async function createNote(user: string, text: string, ctx: Context) {
  const { uuid } = await getPerson(user, ctx)
  if ((await store.countNotes(ctx.tx, uuid)) >= NOTES_MAX) throw TooManyNotes({ most: NOTES_MAX })
  const author = ctx.caller.user!
  const created_at = ctx.now
  const note = { id: uuidv7(ctx.now), user_uuid: uuid, author, created_at }
  const row = await store.insertNote(ctx.tx, note)
  await store.insertVersion(ctx.tx, { note_id: row.id, version: 1, text, author, created_at })
  return (await describe([row], ctx))[0]!
}

/** Refused if another operator corrected it meanwhile: neither would know of the other's text. */
export async function correctNote(
  user: string,
  id: string,
  { text, version }: { readonly text: string; readonly version: number },
  ctx: Context,
) {
  const { uuid } = await getPerson(user, ctx)
  const row = isUuid(id) ? await store.lockNote(ctx.tx, uuid, id.toLowerCase()) : undefined
  if (!row) throw NotFound({ what: 'note', id })
  if (row.version !== version) throw NoteChanged({ version: row.version })
  if (row.version === VERSIONS_MAX) throw TooManyNotes({ most: VERSIONS_MAX })
  const next = row.version + 1
  await store.setVersion(ctx.tx, row.id, next)
  const author = ctx.caller.user!
  const written = { note_id: row.id, version: next, text, author, created_at: ctx.now }
  await store.insertVersion(ctx.tx, written)
  return (await describe([{ ...row, version: next }], ctx))[0]!
}

/** With all their versions and the names of the authors. */
async function describe(rows: readonly store.NoteRow[], { tx }: Context) {
  const versions = await store.listVersions(
    tx,
    rows.map(({ id }) => id),
  )
  const authors = await findUsers(tx, [...new Set(versions.map(({ author }) => author))])
  const shown = versions.map(({ author, ...version }) => ({
    ...version,
    author_uuid: author,
    author_name: authors.get(author)?.name ?? 'A former operator',
  }))
  return rows.map(({ id, created_at }) => {
    const [current, ...earlier] = shown.filter(({ note_id }) => note_id === id)
    const { created_at: written_at, ...rest } = current!
    return {
      ...rest,
      id,
      created_at,
      corrected_at: earlier.length === 0 ? null : written_at,
      earlier,
    }
  })
}
