// Baskets: assets that are made of fixed amounts of other assets.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../../core/assets/index.ts'
import { ledger } from '../../core/ledger/index.ts'
import { rates } from '../../core/rates/index.ts'
import { gcuTerms } from '../gcu-terms/index.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { personalData } from './personal-data.ts'
import { Valuer } from './valuer.ts'

export const baskets = defineDomain({
  name: 'baskets',
  summary: 'Baskets: assets that are made of fixed amounts of other assets, and their values.',
  graphql: 'basket',
  events,
  examples,
  personalData,
  needs: { assets, gcuTerms, ledger, rates },
  setUp(bank, _settings, needs) {
    const { updater: rateUpdater } = needs.rates
    const valuer = new Valuer({ work: bank.work, rateUpdater })
    return {
      operations: makeOperations({ assets: needs.assets.catalogue, rateUpdater }),
      jobs: [valuer.job],
      async prepare() {
        await valuer.prepare()
        await needs.assets.load()
      },
    }
  },
})

export { changeOf, showPrice, showValue, toFraction, toNumber } from './number-format.ts'
export { apportion, sharesOf, VALUE_SCALE, exactValueOf } from './components.ts'
export { applyComposition, currentComposition, nextRebalance } from './rebalancing.ts'
export {
  type BucketUnit,
  findFirstTime,
  findLastValues,
  listBuckets,
  listLastValues,
} from './store.ts'
export { findValuation, getBasket, readPrices, type Valuation } from './valuation.ts'
export { readValue } from './valuer.ts'
