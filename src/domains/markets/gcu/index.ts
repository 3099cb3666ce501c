// The Global Currency Unit: the bank's own basket, bought from and sold to its treasury.
import { Batches } from '../../../operation/batches.ts'
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
import { personalData } from './personal-data.ts'
import { makePriceFinder } from './prices.ts'
import { TradeRunner } from './trades.ts'

export const gcu = defineDomain({
  name: 'gcu',
  summary: 'The Global Currency Unit: its value, its composition, buying and selling it.',
  graphql: 'gcu',
  events,
  examples,
  personalData,
  needs: { accounts, assets, baskets, gcuTerms, ledger, rates },
  setUp(bank, _settings, needs) {
    const { clock, sealer, database } = bank
    const { catalogue } = needs.assets
    const trades = new Batches(new TradeRunner({ sealer, assets: catalogue }), bank)
    return {
      operations: makeOperations({
        assets: catalogue,
        sealer,
        trades,
        findPrices: makePriceFinder({ clock, database, rateUpdater: needs.rates.updater }),
        supplies: new Supplies({ sum: sumAsset, isHeld: isAssetHeld }),
      }),
      workers: [{ stop: () => trades.close() }],
    }
  },
})
