// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'requests.bodies': { through: { id: 'requests.calls.id' }, erase: 'rows' },
  'requests.calls': { of: 'user_uuid', erase: 'rows' },
})
