// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'dashboard.metrics': {},
  'dashboard.domain_health': {},
  'dashboard.event_throughput': {},
  'dashboard.stream_status': {},
  'dashboard.projector_lag': {},
})
