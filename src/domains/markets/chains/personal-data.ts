// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'chains.custody': { of: 'user_uuid', erase: ['address'], kept: 'identification' },
  'chains.transactions': 'Transactions of public chains, by their addresses.',
})
