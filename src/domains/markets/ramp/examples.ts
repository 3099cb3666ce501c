// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const rampSession = {
  id: '0199d3a2-7c00-7000-8000-000000000043',
  session_id: '0199d3a2-7c00-7000-8000-000000000043',
  provider: 'mock',
  test_mode: true,
  type: 'on',
  type_label: 'Buy crypto',
  fiat_currency: 'USD',
  fiat_amount: '100.00',
  fee: '1.50',
  network_fee: '0.50',
  crypto_currency: 'USDC',
  crypto_amount: '98.000000',
  payout_amount: null,
  account_uuid: null,
  wallet_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  status: 'pending',
  status_label: 'Waiting for payment',
  reason: null,
  checkout_url: 'https://bank.example/api/v1/ramp/checkout/0199d3a2-7c00-7000-8000-000000000043',
  expires_at: '2026-03-01T13:00:00.000Z',
  completed_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'ramp.supported': {
    output: {
      provider: 'mock',
      test_mode: true,
      types: ['on', 'off'],
      fiat_currencies: ['USD', 'EUR'],
      crypto_currencies: ['USDC', 'USDT'],
      cryptos: [{ code: 'USDC', name: 'USD Coin', network: 'ethereum', decimals: 6 }],
      payment_methods: ['card', 'bank_transfer'],
      limits: { min_amount: 10, max_amount: 10000, daily_limit: 50000 },
      fee_percentage: '1.50',
    },
  },
  'ramp.quote': {
    input: { type: 'on', fiat: 'EUR', amount: '100.00', crypto: 'USDC' },
    output: {
      quotes: [
        {
          provider_name: 'mock',
          quote_id: '5SxA9WSpBlL3XuR71fpXtXh4rccrwqIssdl-3Orywrfa87aCD7M2sHpz1h3apyLf',
          type: 'on',
          fiat_currency: 'EUR',
          fiat_amount: '100.00',
          crypto_currency: 'USDC',
          crypto_amount: '106.330000',
          exchange_rate: '1.0850000000',
          fee: '1.50',
          network_fee: '0.50',
          fee_currency: 'EUR',
          net_amount: '98.00',
          payment_methods: ['card', 'bank_transfer'],
          rounding:
            'The fee is rounded up; received crypto is rounded down, sent crypto is rounded up.',
        },
      ],
      provider: 'mock',
      test_mode: true,
      valid_until: '2026-03-01T12:01:00.000Z',
    },
  },
  'ramp.start': {
    input: {
      type: 'on',
      fiat_currency: 'USD',
      fiat_amount: '100.00',
      crypto_currency: 'USDC',
      wallet_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      quote_id: '5SxA9WSpBlL3XuR71fpXtXh4rccrwqIssdl-3Orywrfa87aCD7M2sHpz1h3apyLf',
    },
    output: rampSession,
    other: { fiat_amount: '50.00' },
  },
  'ramp.status': {
    input: { session_id: '0199d3a2-7c00-7000-8000-000000000012' },
    output: {
      ...rampSession,
      id: '0199d3a2-7c00-7000-8000-000000000012',
      session_id: '0199d3a2-7c00-7000-8000-000000000012',
      checkout_url:
        'https://bank.example/api/v1/ramp/checkout/0199d3a2-7c00-7000-8000-000000000012',
    },
  },
  'ramp.list': { output: onePage(rampSession) },
  'ramp.checkout': {
    input: { session_id: '0199d3a2-7c00-7000-8000-000000000012' },
    output: {
      session_id: '0199d3a2-7c00-7000-8000-000000000012',
      provider: 'mock',
      test_mode: true,
      type: 'on',
      status: 'pending',
      fiat_currency: 'USD',
      fiat_amount: '100.00',
      crypto_currency: 'USDC',
      crypto_amount: '98.000000',
      message:
        'This provider is simulated: there is nothing to pay, and the session continues by itself.',
    },
  },
  'ramp.webhook': {
    input: {
      provider: 'mock',
      signature: 'CUGcK52W/seXo2vM8S0FQfT/LXW+4jpmCJANm02hoZgpamFQBwiLFhUCBsCkDSji',
      body: '{"type":"crypto.onramp_session.updated","data":{"object":{"id":"0199d3a2-7c00-7000-8000-000000000044","status":"payment_pending"}}}',
    },
    output: {
      received: true,
      session_id: '0199d3a2-7c00-7000-8000-000000000044',
      status: 'processing',
    },
    pathIsChoice: true,
  },
})
