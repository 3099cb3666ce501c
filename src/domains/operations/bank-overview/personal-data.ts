// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'bank_overview.active_customers': { of: 'user_uuid', erase: [] },
  'bank_overview.daily_volumes': 'Sums over all customers.',
})
