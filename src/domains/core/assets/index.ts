// Assets and their worth: what can be held, in which smallest unit, at which rate.
import { defineDomain } from '../../../operation/domain.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import type { Holdings } from './service.ts'

export const assets = (options: { readonly holdings: Holdings }) =>
  defineDomain({
    name: 'assets',
    rank: 0,
    summary: 'What can be held, in which smallest unit, and what it is worth.',
    examples,
    operations: makeOperations(options.holdings),
  })

export {
  AmountInput,
  AssetCode,
  checkAmount,
  readAmount,
  readAsset,
  readUnits,
  type Amount,
} from './amounts.ts'
export { ASSETS_CHANGED, AssetCatalogue, type AssetRecord } from './catalogue.ts'
export { AssetExists } from './errors.ts'
export { ASSETS_MAX } from './schema.ts'
export { createAsset, Supplies } from './service.ts'
export { listAssets } from './store.ts'
export { RATE_SCALE, readRate, showChange, showRate, writeRate } from './rate.ts'
export {
  findDollarRates,
  findLastOf,
  insertDollarRates,
  listDollarRates,
  listOperatorRates,
  listRates,
  lockRates,
  markStale,
  type RateRow,
  type RateSource,
} from './rate-store.ts'
