// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'x402.status': {},
  'x402.supported': {},
  'x402.configuration': {},
  'x402_endpoint.create': {
    input: {
      path: '/premium/example-1',
      price_usd_cents: 5,
      network: 'eip155:8453',
      asset: 'USDC',
      description: 'An example',
      method: 'GET',
      mime_type: 'application/json',
      is_active: true,
    },
    other: { price_usd_cents: 6 },
  },
  'x402_endpoint.list': {},
  'x402_endpoint.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000063' } },
  'x402_endpoint.update': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000063',
      path: '/premium/example-1',
      price_usd_cents: 5,
      network: 'eip155:8453',
      asset: 'USDC',
      description: 'An example',
      method: 'GET',
      mime_type: 'application/json',
      is_active: false,
    },
    other: { price_usd_cents: 6 },
  },
  'x402_endpoint.delete': { input: { id: '0199d3a2-7c00-7000-8000-000000000063' } },
  'x402_payment.list': {},
  'x402_payment.stats': { input: { period: '7d' } },
  'x402_payment.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000064' } },
  'x402_limit.list': {},
  'x402_limit.set': {
    input: {
      agent_id: 'robot',
      agent_type: 'crawler',
      daily_limit: '5000000',
      per_transaction_limit: '100000',
      auto_pay_enabled: true,
    },
    other: { daily_limit: '7' },
  },
  'x402_limit.get': { input: { agent_id: 'robot' } },
  'x402_limit.update': {
    input: {
      agent_id: 'robot',
      agent_type: 'crawler',
      daily_limit: '5000000',
      per_transaction_limit: '100000',
      auto_pay_enabled: true,
    },
    other: { daily_limit: '7' },
  },
  'x402_limit.delete': { input: { agent_id: 'robot' } },
})
