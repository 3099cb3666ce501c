// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'bank_overview.get': { input: { days: 30 }, as: 'operator' },
  'work_queue.list': { as: 'operator' },
})
