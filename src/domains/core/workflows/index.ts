// Workflows: work done in steps, whose earlier steps are undone when a later one is refused. This domain
// has no table; workflows are computed from the ledger's rows.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../assets/index.ts'
import { ledger } from '../ledger/index.ts'
import { transfers } from '../transfers/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const workflows = defineDomain({
  name: 'workflows',
  summary: 'The steps of transfers, and the steps that were undone when a transfer failed.',
  graphql: 'workflow',
  examples,
  needs: { assets, ledger, transfers },
  setUp: (_bank, _settings, needs) => ({
    operations: makeOperations(needs.assets.catalogue),
  }),
})
