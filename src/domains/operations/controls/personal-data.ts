// The tables of this domain hold nothing about persons.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'controls.limits': 'Limits for all callers.',
  'controls.switched_off': 'Features that operators switched off.',
})
