// Wire shapes of notes about customers.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'

export const VERSIONS_MAX = 20

const versionFields = {
  version: Type.Integer({
    description: '1 for the first text, then one more for each correction.',
  }),
  text: Type.String(),
  author_uuid: Uuid,
  author_name: Type.String(),
}

export const Note = Type.Object(
  {
    id: Uuid,
    ...versionFields,
    created_at: DateTime,
    corrected_at: described(Nullable(DateTime), 'When the shown text was written, if corrected.'),
    earlier: Type.Array(
      Type.Object({ ...versionFields, created_at: DateTime }, { $id: 'CustomerNoteVersion' }),
      { maxItems: VERSIONS_MAX, description: 'The texts before it, the newest first.' },
    ),
  },
  { $id: 'CustomerNote' },
)

export const NoteText = Type.String({
  minLength: 1,
  maxLength: 4000,
  pattern: '\\S',
  description: 'The note, in plain text.',
})
