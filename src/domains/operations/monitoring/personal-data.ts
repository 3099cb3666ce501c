// The tables of this domain hold nothing about persons.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'monitoring.event_counts': 'Counts over all customers.',
  'monitoring.event_totals': 'Counts over all customers.',
})
