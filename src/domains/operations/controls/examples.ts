// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'feature.list': { as: 'operator' },
  'feature.switch': {
    input: { feature: 'exchange', on: true, reason: 'The order book was checked.' },
    as: 'operator',
  },
  'rate_limits.get': { as: 'operator' },
  'rate_limits.set': {
    input: { per_minute: 0, per_hour: 0, reason: 'No limits while a customer moves over.' },
    as: 'operator',
  },
})
