// What tasks in worker threads use of this domain. They load nothing else of it.
export { AmountInput, AssetCode, readAmount, readUnits } from './amounts.ts'
export { AssetCatalogue } from './catalogue.ts'
export { RATE_SCALE } from './rate.ts'
export { ASSETS_MAX } from './schema.ts'
