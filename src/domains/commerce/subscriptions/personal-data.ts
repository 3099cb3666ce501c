// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'subscriptions.consents': {
    of: 'user_uuid',
    erase: ['address_digest', 'app_version'],
    kept: 'claims',
  },
  'subscriptions.notifications': 'Notices of the stores of apps, by their ids.',
  'subscriptions.receipts': {
    through: { subscription_id: 'subscriptions.subscriptions.id' },
    erase: [],
    kept: 'books',
  },
  'subscriptions.subscriptions': { of: 'user_uuid', erase: [], kept: 'claims' },
})
