// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'tool_call.list': {},
  'tool.list': { as: 'operator' },
  'tool.set_enabled': {
    input: { tool: 'exchange.quote', enabled: true },
    other: { enabled: false },
    as: 'operator',
  },
})
