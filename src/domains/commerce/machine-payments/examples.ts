// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
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
    other: { amount_cents: 6 },
    as: 'operator',
  },
  'mpp_resource.delete': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000059' },
    as: 'operator',
  },
  'mpp_limit.list': {},
  'mpp_limit.set': {
    input: { agent_id: 'robot', daily_limit: 500, per_tx_limit: 50, auto_pay: true },
    other: { daily_limit: 7 },
  },
  'mpp.status': {},
  'mpp.rails': {},
  'mpp.configuration': {},
  'mpp.resources': {},
  'mpp.payments': {},
  'mpp.stats': {},
  'mpp.pay_lightning': { input: { challenge_id: 'ch_example' } },
})
