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
import { TRADE_RUNNER, TradeBatcher } from './trade-batcher.ts'

export const gcu = defineDomain({
  name: 'gcu',
  summary: 'The Global Currency Unit: its value, its composition, buying and selling it.',
  graphql: 'gcu',
  events,
  examples,
  needs: { accounts, assets, baskets, gcuTerms, ledger, rates },
  setUp(bank, _settings, needs) {
    const { clock, sealer, database, invalidate, notifyLater } = bank
    const { catalogue } = needs.assets
    const trades = new TradeBatcher({
      clock,
      sealer,
      database,
      invalidate,
      notifyLater,
      assets: catalogue,
      rateUpdater: needs.rates.updater,
    })
    return {
      operations: makeOperations({
        assets: catalogue,
        sealer,
        supplies: new Supplies({ sum: sumAsset, isHeld: isAssetHeld }),
      }),
      runners: { [TRADE_RUNNER]: trades },
      workers: [{ stop: () => trades.close() }],
    }
  },
})
