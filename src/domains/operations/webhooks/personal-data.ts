// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'webhooks.daily_counts': { through: { webhook_id: 'webhooks.webhooks.id' }, erase: 'rows' },
  'webhooks.deliveries': { through: { webhook_id: 'webhooks.webhooks.id' }, erase: 'rows' },
  'webhooks.webhooks': { of: 'user_uuid', erase: 'rows', hide: ['headers'] },
})
