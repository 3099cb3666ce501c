// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'gcu_terms.traders': { of: 'user_uuid', erase: [] },
  'gcu_terms.uses': { of: 'user_uuid', erase: [], kept: 'books' },
})
