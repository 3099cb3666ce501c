// The service itself: health, status, and where things are.
import { defineDomain } from '../../../operation/domain.ts'
import { examples } from './examples.ts'
import { makeOperations, type SystemFacts } from './operations.ts'

export const system = (facts: SystemFacts) =>
  defineDomain({
    name: 'system',
    rank: 4,
    summary: 'What the service says about itself.',
    examples,
    operations: makeOperations(facts),
  })
