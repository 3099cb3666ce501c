// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const uuid = '0199d3a2-7c00-7000-8000-000000000001'
const id = '0199d3a2-7c00-7000-8000-000000000061'

export const examples = defineExamples(answers, {
  'personal_data.export': { input: { format: 'summary' } },
  'user.export': { input: { uuid, format: 'summary' }, as: 'operator' },
  'erasure.preview': { input: {} },
  'erasure.create': { input: {}, endsSession: true },
  'user.erase': { input: { uuid, reason: 'Asked by letter, file 2026-118.' }, as: 'operator' },
  'erasure.list': { input: {}, as: 'operator' },
  'erasure.disclose': {
    input: { id, reason: 'Order of the public prosecutor, 12 Js 44/26.' },
    as: 'operator',
  },
})
