// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const uuid = '0199d3a2-7c00-7000-8000-000000000001'
const id = '0199d3a2-7c00-7000-8000-000000000041'

export const examples = defineExamples(answers, {
  'customer_note.list': { input: { uuid, limit: 20 }, as: 'operator' },
  'customer_note.get': { input: { uuid, id }, as: 'operator' },
  'customer_note.create': {
    input: { uuid, text: 'Called about a card payment that she does not know. Case 1842.' },
    as: 'operator',
  },
  'customer_note.correct': {
    input: { uuid, id, text: 'Called about two card payments. Case 1842.', version: 1 },
    as: 'operator',
  },
})
