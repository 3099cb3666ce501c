// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'interledger.connections': {
    of: 'user_uuid',
    erase: ['destination_address'],
    kept: 'identification',
  },
  'interledger.grants': { of: 'user_uuid', erase: ['ilp_address'], kept: 'claims' },
  'interledger.incoming_payments': {
    of: 'user_uuid',
    erase: ['wallet_address'],
    kept: 'identification',
  },
  'interledger.packets': {
    through: { payment_id: 'interledger.payments.id' },
    erase: [],
    kept: 'books',
  },
  'interledger.payments': {
    of: 'user_uuid',
    erase: ['reason'],
    kept: 'books',
    blocks: { when: "status in ('pending', 'sending')", what: 'Interledger payments in progress' },
  },
  'interledger.peer_balances': 'What the bank and its peer owe each other.',
  'interledger.peer_settlements': 'What the bank and its peer paid each other.',
  'interledger.quotes': {
    of: 'user_uuid',
    erase: ['receiver', 'ilp_address'],
    kept: 'identification',
  },
  'interledger.received_packets': {
    through: { target_id: 'interledger.incoming_payments.id' },
    erase: [],
    kept: 'books',
  },
})
