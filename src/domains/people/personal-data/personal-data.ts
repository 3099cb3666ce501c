// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'personal_data.erasures': {
    of: 'user_uuid',
    erase: ['reason'],
    kept: 'evidence',
    notExported: 'It says that the data was erased; until then there is none.',
  },
})
