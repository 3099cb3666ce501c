// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const operator = '0199d3a2-7c00-7000-8000-000000000002'
const off = {
  feature: 'exchange',
  summary: 'Orders, matching and trades.',
  on: false,
  reason: 'The order book is being checked.',
  switched_by: operator,
  switched_at: '2026-03-01T12:00:00.000Z',
}
const configured = { per_minute: 100, per_hour: 1000, graphql_user: 120, graphql_guest: 30 }
const limits = {
  ...configured,
  per_minute: 0,
  per_hour: 0,
  configured,
  reason: 'No limits while a customer moves over.',
  set_by: operator,
  set_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'feature.list': { output: [off], as: 'operator' },
  'feature.switch': {
    input: { feature: 'exchange', on: true, reason: 'The order book was checked.' },
    output: { ...off, on: true, reason: null, switched_by: null, switched_at: null },
    as: 'operator',
  },
  'rate_limits.get': { output: limits, as: 'operator' },
  'rate_limits.set': {
    input: { per_minute: 0, per_hour: 0, reason: 'No limits while a customer moves over.' },
    output: limits,
    as: 'operator',
  },
})
