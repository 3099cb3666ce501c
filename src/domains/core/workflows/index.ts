// Workflows: what is done in steps and undone when a step is refused. It owns no table: a workflow is
// told from the ledger's rows.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../assets/index.ts'
import { ledger } from '../ledger/index.ts'
import { transfers } from '../transfers/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const workflows = defineDomain({
  name: 'workflows',
  summary: 'How transfers come about, step by step, and what was undone of those that failed.',
  examples,
  needs: { assets, ledger, transfers },
  setUp: (_bank, _settings, needs) => ({
    face: {},
    operations: makeOperations(needs.assets.catalogue),
  }),
})
