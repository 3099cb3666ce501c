// The tables of this domain hold nothing about persons.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'baskets.baskets': 'Products of the bank; who created them is in the audit trail.',
  'baskets.components': 'What the products consist of.',
  'baskets.compositions': 'What the products consisted of.',
  'baskets.values': 'Values of the products.',
})
