// Reports on the service itself: health, status, and an index of addresses.
import { API_VERSION } from '../../../kernel/version.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { controls } from '../controls/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const system = defineDomain({
  name: 'system',
  summary: 'Health and status of the service, and an index of its addresses.',
  graphql: 'monitoring',
  examples,
  needs: { controls },
  setUp: (bank, _settings, needs) => ({
    operations: makeOperations({
      version: API_VERSION,
      mode: bank.mode,
      startedAt: bank.startedAt,
      baseUrl: bank.baseUrl,
      currentLimits: needs.controls.limits,
    }),
  }),
})
