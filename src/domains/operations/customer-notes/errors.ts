// The errors of notes about customers.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const NoteChanged = defineError<{ version: number }>(
  'NOTE_CHANGED',
  409,
  ({ version }) => `The note was corrected meanwhile; its version is ${version} now.`,
  {
    advice: 'Read the note again, and send its `version` with your correction.',
    details: Type.Object({ version: Type.Integer() }),
  },
)

export const TooManyNotes = defineError<{ most: number }>(
  'NOTE_LIMIT_EXCEEDED',
  422,
  ({ most }) => `There are ${most} already, which is the most.`,
  {
    meaning: 'A customer has as many notes, or a note as many versions, as there can be.',
    advice: 'Correct an earlier note, or write a new one instead of correcting this one again.',
  },
)
