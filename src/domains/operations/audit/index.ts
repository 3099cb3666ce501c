// The audit trail: who changed what, when, and from where. The pipeline writes it.
import { defineDomain } from '../../../operation/domain.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const audit = defineDomain({
  name: 'audit',
  summary: 'Who changed what, when, and from where.',
  graphql: 'monitoring',
  examples,
  needs: {},
  setUp: ({ registry }) => ({ operations: makeOperations({ names: () => registry().names }) }),
})
