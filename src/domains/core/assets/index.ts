// Assets: everything that can be held, its smallest unit and its value.
import { defineDomain } from '../../../operation/domain.ts'
import { extensionPoint } from '../../../operation/extension-point.ts'
import { isAssetHeld, ledger, sumAsset } from '../ledger/index.ts'
import { AssetCatalogue, ASSETS_CHANGED } from './catalogue.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'

export const assets = defineDomain({
  name: 'assets',
  summary: 'The assets that can be held, their smallest units and their value.',
  graphql: 'asset',
  examples,
  personalData,
  needs: { ledger },
  setUp({ database, clock, log }) {
    const catalogue = new AssetCatalogue()
    const changed = extensionPoint<() => void>()
    const load = () => catalogue.load(database.read, clock.now())
    const reload = (): void => {
      load().then(
        () => changed.handlers.forEach((handler) => handler()),
        (error: unknown) =>
          log.warn(
            { err: error },
            'assets and rates could not be reloaded; the last known ones stay in use',
          ),
      )
    }
    return {
      exports: {
        catalogue,
        /** Domains that write assets or rates while the bank starts call this afterwards. */
        load,
        /** Called when assets or rates have changed and are loaded again. */
        changed,
      },
      operations: makeOperations({ sum: sumAsset, isHeld: isAssetHeld }),
      caches: [{ topic: ASSETS_CHANGED, forget: reload, forgetAll: reload }],
      prepare: load,
    }
  },
})

export { checkAmount, readAsset, type Amount } from './amounts.ts'
export { ASSETS_CHANGED, type AssetRecord } from './catalogue.ts'
export { AssetExists } from './errors.ts'
export { createAsset, Supplies } from './service.ts'
export { listAssets } from './store.ts'
export { readRate, showChange, showRate, writeRate } from './rate.ts'
export {
  findDollarRates,
  findLastOf,
  insertDollarRates,
  listDollarRates,
  listDollarRatesAtEach,
  listOperatorRates,
  listRates,
  lockRates,
  markStale,
  type RateRow,
  type RateSource,
} from './rate-store.ts'
export {
  ASSETS_MAX,
  AmountInput,
  AssetCatalogue,
  AssetCode,
  RATE_SCALE,
  readAmount,
  readUnits,
} from './for-tasks.ts'
import { personalData } from './personal-data.ts'
