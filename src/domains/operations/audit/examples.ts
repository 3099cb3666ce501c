// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'audit.list': {
    input: { target_uuid: '0199d3a2-7c00-7000-8000-000000000001', by_operator: true, limit: 50 },
    as: 'operator',
  },
  'audit.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000041' }, as: 'operator' },
})
