// The Global Currency Unit: the bank's own basket, bought from and sold to its treasury.
import { defineDomain } from '../../../operation/domain.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import { type AssetCatalogue, Supplies } from '../../core/assets/index.ts'
import { isAssetHeld, sumAsset } from '../../core/ledger/index.ts'
import type { RateKeeper } from '../../core/rates/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export interface GcuOptions {
  readonly assets: AssetCatalogue
  readonly keeper: RateKeeper
  readonly sealer: Sealer
}

export const gcu = (options: GcuOptions) =>
  defineDomain({
    name: 'gcu',
    rank: 4,
    summary: 'The Global Currency Unit: its value, its composition, buying and selling it.',
    examples,
    operations: makeOperations({
      ...options,
      supplies: new Supplies({ sum: sumAsset, isHeld: isAssetHeld }),
    }),
    events: Object.values(events),
  })
