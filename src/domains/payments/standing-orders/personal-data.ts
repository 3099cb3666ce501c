// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'standing_orders.orders': [
    { of: 'user_uuid', erase: ['recipient_name', 'reference'], kept: 'claims' },
    {
      through: { to_account: 'ledger.accounts.id' },
      erase: ['recipient_name'],
      kept: 'claims',
      notExported: 'It is the order of the payer; the payments are in the ledger.',
    },
  ],
  'standing_orders.payments': {
    through: { order_id: 'standing_orders.orders.id' },
    erase: ['reason'],
    kept: 'claims',
  },
})
