// The Global Currency Unit: the bank's own basket, bought from and sold to its treasury.
import { defineDomain } from '../../../operation/domain.ts'
import { accounts } from '../../core/accounts/index.ts'
import { assets, Supplies } from '../../core/assets/index.ts'
import { isAssetHeld, ledger, sumAsset } from '../../core/ledger/index.ts'
import { rates } from '../../core/rates/index.ts'
import { baskets } from '../baskets/index.ts'
import { gcuTerms } from '../gcu-terms/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const gcu = defineDomain({
  name: 'gcu',
  summary: 'The Global Currency Unit: its value, its composition, buying and selling it.',
  events,
  examples,
  needs: { accounts, assets, baskets, gcuTerms, ledger, rates },
  setUp: ({ sealer }, _settings, needs) => ({
    face: {},
    operations: makeOperations({
      assets: needs.assets.catalogue,
      rateUpdater: needs.rates.updater,
      sealer,
      supplies: new Supplies({ sum: sumAsset, isHeld: isAssetHeld }),
    }),
  }),
})
