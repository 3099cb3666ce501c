// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

const NOTES =
  'Operators note there, among others, what they suspect; telling it could warn somebody who is investigated.'

export const personalData = definePersonalData({
  'customer_notes.notes': {
    of: 'user_uuid',
    erase: 'rows',
    kept: 'identification',
    notExported: NOTES,
  },
  'customer_notes.versions': {
    through: { note_id: 'customer_notes.notes.id' },
    erase: 'rows',
    kept: 'identification',
    notExported: NOTES,
  },
})
