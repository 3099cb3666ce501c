// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'defi.flash_loans': { of: 'user_uuid', erase: [], kept: 'books' },
  'defi.pools': 'Pools of the market makers.',
  'defi.positions': {
    of: 'user_uuid',
    erase: [],
    kept: 'books',
    blocks: { when: "status = 'active'", what: 'open positions in protocols' },
  },
  'defi.swaps': {
    of: 'user_uuid',
    erase: ['wallet_address', 'reason'],
    kept: 'identification',
    blocks: { when: "status = 'submitted'", what: 'swaps in progress' },
  },
  'defi.unstakings': {
    of: 'user_uuid',
    erase: [],
    kept: 'books',
    blocks: { when: "status = 'waiting'", what: 'stakes that are not paid out' },
  },
})
