// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'request.list': { input: { failed: true, limit: 50 } },
  'request.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000060' } },
  'request.stream': { input: { credential_kind: 'api_key' } },
  'request.statistics': { input: { period: 'hour' } },
})
