// The operations on notes about customers. For operators only. Read this file first.
import { Type } from 'typebox'
import { described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { operator } from '../../../operation/auth.ts'
import { NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { NoteChanged, TooManyNotes } from './errors.ts'
import { Note, NoteText } from './schema.ts'
import * as notes from './service.ts'

const LIMIT_MAX = 100

const uuid = Type.String({ maxLength: 255, description: 'The uuid of the user.' })
const id = Type.String({ maxLength: 255, description: 'The id of the note.' })

export const operations = [
  defineOperation({
    name: 'customer_note.list',
    kind: 'query',
    summary: 'What operators noted about a user, newest first. The user never sees it.',
    auth: operator,
    input: Type.Object({
      uuid,
      before: Type.Optional(
        described(Uuid, 'Only notes before the one with this id; `next` of the last page.'),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: LIMIT_MAX,
        default: 20,
        description: 'The largest number of notes to return.',
      }),
    }),
    output: Type.Object(
      {
        data: Type.Array(Note, { maxItems: LIMIT_MAX }),
        next: described(
          Nullable(Uuid),
          'Send this as `before` to get the next page; null on the last page.',
        ),
      },
      { $id: 'CustomerNotes' },
    ),
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/users/:uuid/notes', envelope: 'bare' }],
    handler: ({ uuid: user, ...page }, ctx) => notes.listNotes(user, page, ctx),
  }),
  defineOperation({
    name: 'customer_note.get',
    kind: 'query',
    summary: 'One note about a user, with its earlier texts.',
    auth: operator,
    input: Type.Object({ uuid, id }),
    output: Note,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v2/users/:uuid/notes/:id', envelope: 'data' }],
    handler: (input, ctx) => notes.getNote(input.uuid, input.id, ctx),
  }),
  defineOperation({
    name: 'customer_note.create',
    kind: 'command',
    summary: 'Note something about a user for other operators.',
    auth: operator,
    input: Type.Object({ uuid, text: NoteText }),
    output: Note,
    errors: [NotFound, TooManyNotes],
    rest: [{ route: 'POST /api/v2/users/:uuid/notes', status: 201, envelope: 'data' }],
    handler: (input, ctx) => notes.createNote(input.uuid, input.text, ctx),
  }),
  defineOperation({
    name: 'customer_note.correct',
    kind: 'command',
    summary: 'Correct a note; its earlier texts stay.',
    auth: operator,
    subject: 'customer_note.get',
    input: Type.Object({
      uuid,
      id,
      text: NoteText,
      version: Type.Integer({
        minimum: 1,
        maximum: 20,
        description: 'The version that is corrected; refused if another one was written meanwhile.',
      }),
    }),
    output: Note,
    errors: [NotFound, NoteChanged, TooManyNotes],
    rest: [{ route: 'PUT /api/v2/users/:uuid/notes/:id', envelope: 'data' }],
    handler: ({ uuid: user, id: note, ...correction }, ctx) =>
      notes.correctNote(user, note, correction, ctx),
  }),
]
