// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'exchange.books': 'The state of the order books.',
  'exchange.candles': 'Prices by the minute.',
  'exchange.day_candles': 'Prices by the day.',
  'exchange.orders': {
    of: 'user_uuid',
    erase: [],
    kept: 'books',
    hide: ['manager_uuid'],
    blocks: { when: "status in ('pending', 'open', 'partially_filled')", what: 'open orders' },
  },
  'exchange.trades': {
    through: { buyer_account: 'ledger.accounts.id', seller_account: 'ledger.accounts.id' },
    erase: [],
    kept: 'books',
    hide: ['buy_order', 'sell_order', 'buyer_account', 'seller_account', 'maker_fee', 'taker_fee'],
  },
  'exchange.volumes': { of: 'user_uuid', erase: [] },
})
