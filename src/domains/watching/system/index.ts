// The service itself: health, status, and where things are.
import { VERSION } from '../../../kernel/version.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const system = defineDomain({
  name: 'system',
  summary: 'What the service says about itself.',
  examples,
  needs: {},
  setUp: (bank) => ({
    face: {},
    operations: makeOperations({ ...bank, version: VERSION }),
  }),
})
