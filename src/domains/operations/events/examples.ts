// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'event.list': { input: { types: ['account.*'], limit: 5 } },
  'event.stream': { input: { after: 'evt_0000000000000000', types: ['account.*'] } },
})
