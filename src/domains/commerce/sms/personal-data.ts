// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'sms.early_reports': 'Reports of the provider by its ids; they are deleted when they are old.',
  'sms.messages': {
    of: 'user_uuid',
    erase: ['destination', 'sender', 'message', 'payer', 'error_message'],
  },
  'sms.rates': 'Prices of the provider.',
  'sms.simulated': { through: { provider_id: 'sms.messages.provider_id' }, erase: 'rows' },
})
