// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'interledger.supported_assets': {
    output: [
      { code: 'USD', scale: 2 },
      { code: 'EUR', scale: 2 },
    ],
  },
  'interledger_quote.create': {
    output: {
      quote_id: '0199d3a2-7c00-7000-8000-a5155eea6747',
      send_amount: '100.00',
      send_currency: 'USD',
      fee: '0.10',
      receive_amount: '92.07',
      receive_currency: 'EUR',
      exchange_rate: '0.9216589862',
      receiver: '$wallet.example/alice',
      ilp_address: 'g.wallet.example.alice',
      is_used: false,
      simulated: true,
      expires_at: '2026-03-01T12:00:30.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'interledger_quote.get': {
    output: {
      quote_id: '0199d3a2-7c00-7000-8000-000000000062',
      send_amount: '100.00',
      send_currency: 'USD',
      fee: '0.10',
      receive_amount: '92.07',
      receive_currency: 'EUR',
      exchange_rate: '0.9216589862',
      receiver: '$wallet.example/alice',
      ilp_address: 'g.wallet.example.alice',
      is_used: false,
      simulated: true,
      expires_at: '2026-03-01T12:00:30.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'interledger_payment.create': {
    output: {
      account_uuid: 'g.florin.user.0199d3a2-7c00-7000-8000-000000000061',
      charged_fee: null,
    },
  },
  'interledger_payment.list': {
    output: {
      data: [{ account_uuid: '0199d3a2-7c00-7000-8000-129db6e4f296', charged_fee: '0.10' }],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'interledger_payment.get': {
    output: { account_uuid: '0199d3a2-7c00-7000-8000-53c0f61c3965', charged_fee: '0.10' },
  },
  'interledger_outgoing.create': {
    output: {
      account_uuid: 'g.florin.user.0199d3a2-7c00-7000-8000-000000000061',
      charged_fee: null,
    },
  },
  'interledger_incoming.create': {
    output: {
      incoming_payment_id: '0199d3a2-7c00-7000-8000-83f3cec74871',
      status: 'pending',
      ilp_address:
        'g.florin.user.g.florin.user.0199d3a2-7c00-7000-8000-000000000061.0199d3a27c0070008000e362d6dbe25b',
      wallet_address: 'g.florin.user.0199d3a2-7c00-7000-8000-000000000061',
      account_uuid: 'g.florin.user.0199d3a2-7c00-7000-8000-000000000061',
      amount: '25.00',
      received_amount: '0.00',
      asset_code: 'EUR',
      expires_at: '2026-03-01T13:00:00.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      ended_at: null,
      shared_secret: 'e15a53b8a4395be0e8dd8e982b2499a589b04ac571bd88137adf43176df6bdb4',
    },
    varies: ['shared_secret'],
  },
  'interledger_incoming.list': {
    output: {
      data: [
        {
          incoming_payment_id: '0199d3a2-7c00-7000-8000-b5df3ac5c997',
          status: 'pending',
          ilp_address:
            'g.florin.user.0199d3a2-7c00-7000-8000-053b02fdcf25.0199d3a27c0070008000053b02fdcf25',
          wallet_address: '0199d3a2-7c00-7000-8000-053b02fdcf25',
          account_uuid: '0199d3a2-7c00-7000-8000-053b02fdcf25',
          amount: '25.00',
          received_amount: '0.00',
          asset_code: 'EUR',
          expires_at: '2026-03-01T13:00:00.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
          ended_at: null,
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'interledger_incoming.get': {
    output: {
      incoming_payment_id: '0199d3a2-7c00-7000-8000-000000000064',
      status: 'pending',
      ilp_address:
        'g.florin.user.0199d3a2-7c00-7000-8000-e362d6dbe25b.0199d3a27c0070008000e362d6dbe25b',
      wallet_address: '0199d3a2-7c00-7000-8000-e362d6dbe25b',
      account_uuid: '0199d3a2-7c00-7000-8000-e362d6dbe25b',
      amount: '25.00',
      received_amount: '0.00',
      asset_code: 'EUR',
      expires_at: '2026-03-01T13:00:00.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      ended_at: null,
    },
  },
  'interledger_connection.open': {
    output: {
      connection_id: '0199d3a27c007000800069b862dfb5f9',
      status: 'open',
      source_address: 'g.florin.conn.0199d3a27c007000800069b862dfb5f9',
      destination_address: 'g.wallet.example.bob',
      account_uuid: '0199d3a2-7c00-7000-8000-53c0f61c3965',
      received_amount: '0.00',
      asset_code: 'USD',
      expires_at: '2026-03-01T12:00:30.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      ended_at: null,
      shared_secret: '6c69747465726172792073656372657420666f7220746865206578616d706c65',
    },
  },
  'interledger_connection.list': {
    output: {
      data: [
        {
          connection_id: '0199d3a27c007000800022e85e4d31ca',
          status: 'open',
          source_address: 'g.florin.conn.0199d3a27c007000800022e85e4d31ca',
          destination_address: 'g.wallet.example.bob',
          account_uuid: '0199d3a2-7c00-7000-8000-129db6e4f296',
          received_amount: '0.00',
          asset_code: 'USD',
          expires_at: '2026-03-01T12:00:30.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
          ended_at: null,
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'interledger_grant.create': {
    output: {
      grant_id: '0199d3a2-7c00-7000-8000-5d372aa86fe8',
      status: 'active',
      wallet_address: 'g.florin.user.g.florin.user.0199d3a2-7c00-7000-8000-000000000061',
      account_uuid: 'g.florin.user.0199d3a2-7c00-7000-8000-000000000061',
      limit_amount: '150.00',
      used_amount: '0.00',
      currency: 'USD',
      receiver_address: null,
      expires_at: '2026-03-01T13:00:00.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      ended_at: null,
      grant_token: 'gnt_KjipmaaVRF53bozOrHiqbdiyWNqdOllJ8bHtysqH1nl',
    },
    varies: ['grant_token'],
  },
  'interledger_grant.list': {
    output: {
      data: [
        {
          grant_id: '0199d3a2-7c00-7000-8000-92835c7d0dd8',
          status: 'active',
          wallet_address: 'g.florin.user.0199d3a2-7c00-7000-8000-b07df9e6bac9',
          account_uuid: '0199d3a2-7c00-7000-8000-b07df9e6bac9',
          limit_amount: '150.00',
          used_amount: '0.00',
          currency: 'USD',
          receiver_address: null,
          expires_at: '2026-03-01T13:00:00.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
          ended_at: null,
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'interledger_pointer.ask': {
    output: {
      destination_account:
        'g.florin.spsp.0199d3a27c00700080005e071327569f.0199d3a27c00700080005e071327569f',
      shared_secret: 'd9QHnBSDtmYW9UzEQ1OEJLBqDtzqWPUm1pVvRmQAhQ0=',
    },
    varies: ['shared_secret'],
  },
  'interledger_peer.balances': {
    output: {
      data: [
        { asset_code: 'USD', owed: '120.00', credit_limit: '1000000.00', available: '999880.00' },
        { asset_code: 'EUR', owed: '120.00', credit_limit: '1000000.00', available: '999880.00' },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 5, from: 1, to: 5 },
    },
    varies: ['data.available', 'data.owed'],
  },
  'interledger_peer.settle': {
    output: {
      settlement_id: '0199d3a2-7c00-7000-8000-5c2c11b718de',
      asset_code: 'USD',
      amount: '120.00',
      reference: 'SWIFT of 1 March',
      created_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'interledger_packet.receive': {
    output: {
      type: 'reject',
      packet: 'DipGMDIIZy5mbG9yaW4cVGhlcmUgaXMgbm8gc3VjaCBjb25uZWN0aW9uLgA=',
      code: 'F02',
      message: 'There is no such connection.',
    },
    varies: ['code', 'message', 'packet'],
  },
}
