// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const mppRegisteredResource = {
  id: '0199d3a2-7c00-7000-8000-000000000058',
  method: 'GET',
  path: '/sold/example-1',
  amount_cents: 5,
  currency: 'USD',
  available_rails: ['stripe', 'x402'],
  description: 'An example',
  mime_type: 'application/json',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const mppSpendingLimit = {
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
}

export const examples = defineExamples({
  'mpp_resource.create': {
    input: {
      method: 'GET',
      path: '/sold/example-1',
      amount_cents: 5,
      currency: 'USD',
      available_rails: ['stripe', 'x402'],
      description: 'An example',
      mime_type: 'application/json',
    },
    output: mppRegisteredResource,
    other: { amount_cents: 6 },
    as: 'operator',
  },
  'mpp_resource.update': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000059',
      method: 'GET',
      path: '/sold/example-1',
      amount_cents: 5,
      currency: 'USD',
      available_rails: ['stripe', 'x402'],
      description: 'An example',
      mime_type: 'application/json',
    },
    output: { ...mppRegisteredResource, id: '0199d3a2-7c00-7000-8000-000000000059' },
    other: { amount_cents: 6 },
    as: 'operator',
  },
  'mpp_resource.delete': { input: { id: '0199d3a2-7c00-7000-8000-000000000059' }, as: 'operator' },
  'mpp_limit.list': { output: onePage(mppSpendingLimit) },
  'mpp_limit.set': {
    input: { agent_id: 'robot', daily_limit: 500, per_tx_limit: 50, auto_pay: true },
    output: mppSpendingLimit,
    other: { daily_limit: 7 },
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
    output: onePage({
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
    }),
  },
  'mpp.payments': {
    output: onePage({
      id: '0199d3a2-7c00-7000-8000-000000000063',
      challenge_id: 'ch_example',
      rail: 'stripe',
      resource: 'POST /api/v1/sms/send',
      payer: null,
      agent_ids: [],
      price_usdc: '48438',
      amount: '5',
      currency: 'USD',
      network: null,
      status: 'settled',
      failure: null,
      settlement_reference: 'pi_example',
      test_mode: true,
      created_at: '2026-03-01T12:00:00.000Z',
      settled_at: '2026-03-01T12:00:00.000Z',
    }),
  },
  'mpp.stats': {
    output: { total_payments: 0, settled: 0, failed: 0, total_settled_cents: 0, by_rail: {} },
  },
  'mpp.pay_lightning': {
    input: { challenge_id: 'ch_example' },
    output: {
      preimage: 'f094c97a8992be23f8ede3ae5674e766a093c01979729513860b2cf29c6bfa8f',
      simulated: true,
    },
  },
})
