// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const ACCOUNT = '0199d3a2-7c00-7000-8000-000000000061'
const WALLET = `g.florin.user.${ACCOUNT}`
const AT = '2026-03-01T12:00:00.000Z'
const SOON = '2026-03-01T12:00:30.000Z'

const amounts = {
  send_amount: '100.00',
  send_currency: 'USD',
  fee: '0.10',
  receive_amount: '92.07',
  receive_currency: 'EUR',
  exchange_rate: '0.9216589862',
}

const receiver = { receiver: '$wallet.example/alice', ilp_address: 'g.wallet.example.alice' }

const quote = {
  quote_id: '0199d3a2-7c00-7000-8000-000000000062',
  ...amounts,
  ...receiver,
  is_used: false,
  simulated: true,
  expires_at: SOON,
  created_at: AT,
}

const payment = {
  payment_id: '0199d3a2-7c00-7000-8000-000000000063',
  quote_id: quote.quote_id,
  grant_id: null,
  account_uuid: ACCOUNT,
  wallet_address: WALLET,
  status: 'sending',
  ...amounts,
  delivered_amount: '0.00',
  charged_fee: null,
  returned_amount: null,
  ...receiver,
  packets: 0,
  error_code: null,
  reason: null,
  simulated: true,
  created_at: AT,
  updated_at: AT,
  ended_at: null,
}

const incoming = {
  incoming_payment_id: '0199d3a2-7c00-7000-8000-000000000064',
}

const connection = {
  connection_id: '0199d3a27c0070008000000000000065',
}
const SECRET = '6c69747465726172792073656372657420666f7220746865206578616d706c65'

const grant = {
  grant_id: '0199d3a2-7c00-7000-8000-000000000066',
}
const GRANT_TOKEN = 'gnt_hT3vK9qZ1mWc7RbX5nYs2LdP8fGj4AeU6tQoN0iVxBw'

export const examples = defineExamples(answers, {
  'interledger.supported_assets': {},
  'interledger_quote.create': {
    input: {
      send_amount: '100.00',
      send_currency: 'USD',
      receive_currency: 'EUR',
      receiver: '$wallet.example/alice',
    },
    other: { send_amount: '50.00' },
  },
  'interledger_quote.get': { input: { quote_id: quote.quote_id } },
  'interledger_payment.create': { input: { quote_id: quote.quote_id, wallet_address: WALLET } },
  'interledger_payment.list': {},
  'interledger_payment.get': { input: { payment_id: payment.payment_id } },
  'interledger_outgoing.create': {
    input: { wallet_address: WALLET, quote_id: quote.quote_id, grant_token: GRANT_TOKEN },
  },
  'interledger_incoming.create': {
    input: { wallet_address: WALLET, amount: '25.00', asset_code: 'EUR' },
    other: { amount: '26.00' },
  },
  'interledger_incoming.list': {},
  'interledger_incoming.get': { input: { incoming_payment_id: incoming.incoming_payment_id } },
  'interledger_connection.open': {
    input: { destination_address: 'g.wallet.example.bob', shared_secret: SECRET },
    other: { destination_address: 'g.wallet.example.carol' },
  },
  'interledger_connection.list': {},
  'interledger_connection.close': { input: { connection_id: connection.connection_id } },
  'interledger_grant.create': {
    input: { wallet_address: WALLET, limit_amount: '150.00', currency: 'USD' },
    other: { limit_amount: '10.00' },
  },
  'interledger_grant.list': {},
  'interledger_grant.revoke': { input: { grant_id: grant.grant_id } },
  'interledger_pointer.ask': { input: { account: ACCOUNT } },
  'interledger_peer.balances': { as: 'operator' },
  'interledger_peer.settle': {
    input: { asset_code: 'USD', amount: '120.00', reference: 'SWIFT of 1 March' },
    other: { amount: '10.00' },
    as: 'operator',
  },
  'interledger_packet.receive': {
    input: {
      authorization: 'Bearer the token that bank and peer agreed on',
      packet:
        'DGkAAAAAAAAJxDIwMjYwMzAxMTIwMDIwMDAwBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcuZy5mbG9yaW4uY29ubi4wMTk5ZDNhMjdjMDA3MDAwODAwMDAwMDAwMDAwMDA2NQA=',
    },
  },
})
