// The tables of this domain hold nothing about persons.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'partner_billing.invoices': 'Invoices of organisations.',
  'partner_billing.numbers': 'Counts of invoices.',
})
