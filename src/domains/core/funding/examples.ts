// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'funding.get': {},
  'teller.add': {
    input: { user_uuid: '0199d3a2-7c00-7000-8000-000000000001' },
    other: { user_uuid: '0197a000-0000-7000-8000-000000000001' },
    as: 'operator',
  },
  'teller.list': { as: 'operator' },
  'teller.remove': {
    input: { user_uuid: '0199d3a2-7c00-7000-8000-000000000001' },
    as: 'operator',
  },
})
