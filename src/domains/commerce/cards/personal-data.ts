// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'cards.card_payments': {
    through: { card_id: 'cards.issued_cards.id' },
    erase: ['merchant', 'reason'],
    kept: 'books',
  },
  'cards.cardholders': { of: 'user_uuid', erase: ['kyc_reason'], kept: 'identification' },
  'cards.cards': {
    through: { holder_id: 'cards.cardholders.holder_id' },
    erase: ['last4'],
    kept: 'books',
    blocks: {
      when: "status in ('pending', 'active', 'frozen')",
      what: 'cards that are not cancelled',
    },
  },
  'cards.events':
    'Notices of the card program by the ids of its cards; they are deleted when they are old.',
  'cards.issued_cards': {
    of: 'user_uuid',
    erase: ['cardholder_name', 'label'],
    blocks: { when: "status <> 'cancelled'", what: 'cards that are not cancelled' },
  },
  'cards.wallets': {
    through: { holder_id: 'cards.cardholders.holder_id' },
    erase: [],
    kept: 'books',
    blocks: { when: 'balance_cents <> 0', what: 'money in wallets of the card program' },
  },
})
