// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'ledger.integrity': {},
  'ledger.recheck': { as: 'operator' },
  'ledger_recheck.start': { input: { covers: 'all' }, as: 'operator' },
  'ledger_recheck.get': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000062' },
    as: 'operator',
  },
})
