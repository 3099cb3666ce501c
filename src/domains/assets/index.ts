// Assets and their worth: what can be held, in which smallest unit, at which rate.
import { defineDomain } from '../../operation/domain.ts'

export const assets = defineDomain({
  name: 'assets',
  rank: 0,
  summary: 'What can be held, in which smallest unit, and what it is worth.',
  operations: [],
})

export { AmountInput, AssetCode, readAmount, readAsset, type Amount } from './amounts.ts'
export { ASSETS_CHANGED, AssetCatalogue } from './catalogue.ts'
