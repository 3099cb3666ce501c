// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'transactions.reversals': {
    through: { account_uuid: 'ledger.accounts.id' },
    erase: ['reason', 'authorized_by'],
    kept: 'books',
    hide: ['user_uuid'],
  },
})
