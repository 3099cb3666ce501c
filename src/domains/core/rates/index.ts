// Exchange rates: their history, their providers, and conversions at them.
import { byName } from '../../../operation/operation-index.ts'
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../assets/index.ts'
import { ledger } from '../ledger/index.ts'
import { makeRateFinder } from './service.ts'
import { ecbFeed } from './ecb-feed.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { RateUpdater } from './updater.ts'
import { makeOperations } from './operations.ts'
import { makeProviderOperations } from './provider-operations.ts'
import { settings } from './settings.ts'
import { simulatedFeed } from './simulated-feed.ts'

export const rates = defineDomain({
  name: 'rates',
  summary: 'Exchange rates between assets, the providers they come from, and conversions at them.',
  graphql: 'exchange-rate',
  settings,
  events,
  examples,
  needs: { assets, ledger },
  setUp(bank, { RATE_FEED_URL }, needs) {
    const { clock, database, invalidate, log } = bank
    // A production bank has no simulated rates: without a feed its operators set them.
    const feeds = [
      ...(RATE_FEED_URL === '' ? [] : [ecbFeed(RATE_FEED_URL)]),
      ...(bank.production ? [] : [simulatedFeed]),
    ]
    const updater = new RateUpdater({ clock, invalidate, log, feeds })
    const options = { assets: needs.assets.catalogue, updater }
    const findRate = makeRateFinder({ clock, database, updater })
    const operations = makeOperations({ ...options, findRate })
    return {
      exports: { updater, operations: byName(operations) },
      operations: [...operations, ...makeProviderOperations(options)],
      jobs: [updater.job],
      async prepare() {
        await updater.prepare(database.write)
        await needs.assets.load()
      },
    }
  },
})

export { getFreshRate } from './service.ts'
export { ConversionFailed } from './errors.ts'
export { convertUnits, type Rate } from './rate.ts'
export { type DollarRate, rateAt, listRatesBetween } from './queries.ts'
export { RateUpdater } from './updater.ts'
export { recordQuotes } from './recorder.ts'
