// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'mpp_resource.create': {
    output: {
      id: '0199d3a2-7c00-7000-8000-38f0aaafc2c5',
      method: 'GET',
      path: '/sold/example-1',
      amount_cents: 5,
      currency: 'USD',
      available_rails: ['stripe', 'x402'],
      description: 'An example',
      mime_type: 'application/json',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'mpp_resource.update': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000059',
      method: 'GET',
      path: '/sold/example-1',
      amount_cents: 5,
      currency: 'USD',
      available_rails: ['stripe', 'x402'],
      description: 'An example',
      mime_type: 'application/json',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'mpp_limit.list': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    },
  },
  'mpp_limit.set': {
    output: {
      agent_id: 'robot',
      daily_limit: 500,
      per_tx_limit: 50,
      auto_pay: true,
      approval_above: 1000,
      spent_today: 0,
      remaining_today: 500,
      currency: 'USD',
      resets_at: '2026-03-02T00:00:00.000Z',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'mpp.status': {
    output: {
      enabled: true,
      version: 1,
      available_rails: ['x402', 'stripe'],
      rail_count: 5,
      mcp_enabled: true,
      test_mode: true,
      spec_url: 'https://paymentauth.org',
    },
  },
  'mpp.rails': {
    output: {
      rails: [
        {
          id: 'x402',
          label: 'x402',
          description: 'USDC by a signed authorization (EIP-3009).',
          supports_fiat: false,
          supports_crypto: true,
          currencies: ['USDC'],
        },
        {
          id: 'stripe',
          label: 'Stripe',
          description: 'A shared payment token.',
          supports_fiat: true,
          supports_crypto: false,
          currencies: ['USD', 'EUR'],
        },
      ],
    },
  },
  'mpp.configuration': {
    output: {
      mpp_version: 1,
      issuer: 'https://bank.example',
      supported_rails: ['x402', 'stripe'],
      currency: 'USDC',
      endpoints: {
        status: 'https://bank.example/api/v1/mpp/status',
        supported: 'https://bank.example/api/v1/mpp/supported-rails',
        resources: 'https://bank.example/api/v1/mpp/resources',
        payments: 'https://bank.example/api/v1/mpp/payments',
      },
      mcp: { enabled: true, error_code: -32042 },
      spec_url: 'https://paymentauth.org',
    },
  },
  'mpp.resources': {
    output: {
      data: [
        {
          id: null,
          path: '/api/v1/sms/send',
          method: 'POST',
          'x-payment-info': {
            intent: 'charge',
            amount: null,
            currency: 'USDC',
            rails: ['x402', 'stripe'],
            description: 'Send a text message.',
          },
        },
        {
          id: null,
          path: '/api/v1/sms/send',
          method: 'GET',
          'x-payment-info': {
            intent: 'charge',
            amount: '50000',
            currency: 'USDC',
            rails: ['x402', 'stripe'],
            description: 'Send a text message.',
          },
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
    varies: ['data', 'meta.to', 'meta.total'],
  },
  'mpp.payments': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    },
  },
  'mpp.stats': {
    output: { total_payments: 0, settled: 0, failed: 0, total_settled_cents: 0, by_rail: {} },
  },
  'mpp.pay_lightning': {
    output: {
      preimage: 'f094c97a8992be23f8ede3ae5674e766a093c01979729513860b2cf29c6bfa8f',
      simulated: true,
    },
  },
}
