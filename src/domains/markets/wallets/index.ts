// Wallets: where users' coins are, and what happened to their money.
import { defineDomain } from '../../../operation/domain.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const wallets = (options: { readonly assets: AssetCatalogue }) =>
  defineDomain({
    name: 'wallets',
    rank: 4,
    summary: 'Addresses of wallets, and a feed of what came in and went out.',
    examples,
    operations: makeOperations(options.assets),
    events: Object.values(events),
  })
