// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'batch.execute': {
    input: {
      operations: [{ type: 'report_generation', parameters: { report_type: 'trial_balance' } }],
    },
    other: { batch_name: 'Another' },
    as: 'operator',
  },
  'batch.list': { as: 'operator' },
  'batch.status': {
    input: { batch_id: 'batch_0199d3a2-7c00-7000-8000-000000000048' },
    as: 'operator',
  },
  'batch.cancel': {
    input: { batch_id: 'batch_0199d3a2-7c00-7000-8000-000000000048', reason: 'Not needed' },
    other: { reason: 'Another' },
    as: 'operator',
  },
})
