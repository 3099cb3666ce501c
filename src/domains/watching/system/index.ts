// Reports on the service itself: health, status, and an index of addresses.
import { VERSION } from '../../../kernel/version.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const system = defineDomain({
  name: 'system',
  summary: 'Health and status of the service, and an index of its addresses.',
  examples,
  needs: {},
  setUp: (bank) => ({
    face: {},
    operations: makeOperations({ ...bank, version: VERSION }),
  }),
})
