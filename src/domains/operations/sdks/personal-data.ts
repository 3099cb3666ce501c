// The tables of this domain hold nothing about persons.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'sdks.generations': 'Libraries of an organisation.',
  'sdks.packages': 'Libraries of an organisation.',
  'sdks.quotas': 'Counts of an organisation.',
})
