// Baskets: assets that stand for fixed amounts of others.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { type BasketOptions, makeOperations } from './operations.ts'
import type { Valuer } from './valuer.ts'

export const baskets = (options: BasketOptions & { readonly valuer: Valuer }) =>
  defineDomain({
    name: 'baskets',
    rank: 3,
    summary: 'Baskets: assets that stand for fixed amounts of others, and what they are worth.',
    examples,
    operations: makeOperations(options),
    events: Object.values(events),
    jobs: [options.valuer.job],
  })

export { changeOf, showPrice, showValue, toFraction, toNumber } from './numbers.ts'
export { shareOut, sharesOf, VALUE_SCALE, worthOf } from './parts.ts'
export { applyComposition, currentComposition, nextRebalance } from './rebalancing.ts'
export {
  type BucketUnit,
  findFirstTime,
  findLastValues,
  listBuckets,
  listLastValues,
} from './store.ts'
export { findValuation, getBasket, readPrices, type Valuation } from './valuation.ts'
export { readValue, Valuer } from './valuer.ts'
