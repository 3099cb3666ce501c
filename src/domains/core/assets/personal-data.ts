// The tables of this domain hold nothing about persons.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'assets.assets': 'The assets of the bank.',
  'assets.rates': 'Rates of assets.',
})
