// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'workflow.list': {},
  'workflow.stats': {},
  'workflow.metrics': {},
  'workflow.search': { input: { query: 'transfer' } },
  'workflow.list_by_status': {
    input: { status: 'completed' },
    pathIsChoice: true,
  },
  'workflow.list_failed': {},
  'workflow.list_compensations': {},
  'workflow.get': { input: { id: 'wf_0199d3a27c0070008000000000000030' } },
})
