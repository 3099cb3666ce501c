// The tables of this domain hold nothing about persons.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'demo.loads': 'How far the demo data is loaded.',
})
