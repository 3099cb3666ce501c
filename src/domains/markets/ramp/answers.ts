// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'ramp.supported': {
    output: {
      provider: 'mock',
      test_mode: true,
      types: ['on', 'off'],
      fiat_currencies: ['USD', 'EUR'],
      crypto_currencies: ['USDC', 'USDT'],
      cryptos: [
        { code: 'USDC', name: 'USD Coin', network: 'ethereum', decimals: 6 },
        { code: 'USDT', name: 'Tether USD', network: 'ethereum', decimals: 6 },
      ],
      payment_methods: ['card', 'bank_transfer'],
      limits: { min_amount: 10, max_amount: 10000, daily_limit: 50000 },
      fee_percentage: '1.50',
    },
  },
  'ramp.quote': {
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
    varies: ['quotes.quote_id'],
  },
  'ramp.start': {
    output: {
      account_uuid: null,
      checkout_url:
        'https://bank.example/api/v1/ramp/checkout/0199d3a2-7c00-7000-8000-38f0aaafc2c5',
    },
  },
  'ramp.status': {
    output: {
      account_uuid: null,
      checkout_url:
        'https://bank.example/api/v1/ramp/checkout/0199d3a2-7c00-7000-8000-000000000012',
    },
  },
  'ramp.list': {
    output: {
      data: [
        {
          account_uuid: null,
          checkout_url:
            'https://bank.example/api/v1/ramp/checkout/0199d3a2-7c00-7000-8000-c826e68fe2c9',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'ramp.checkout': {
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
    output: {
      received: true,
      session_id: '0199d3a2-7c00-7000-8000-1c1faabb1daa',
      status: 'processing',
    },
  },
}
