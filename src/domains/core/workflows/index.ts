// Workflows: what is done in steps and undone when a step is refused. It owns no table: a workflow is
// told from the ledger's rows.
import { defineDomain } from '../../../operation/domain.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const workflows = (options: { readonly assets: AssetCatalogue }) =>
  defineDomain({
    name: 'workflows',
    rank: 3,
    summary: 'How transfers come about, step by step, and what was undone of those that failed.',
    examples,
    operations: makeOperations(options.assets),
  })
