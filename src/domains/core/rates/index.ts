// Exchange rates: their history, their providers, and conversions at them.
import { defineDomain } from '../../../operation/domain.ts'
import { assets } from '../assets/index.ts'
import { ledger } from '../ledger/index.ts'
import { ecbFeed } from './ecb-feed.ts'
import * as events from './events.ts'
import { examples } from './examples.ts'
import { RateKeeper } from './keeper.ts'
import { makeOperations } from './operations.ts'
import { makeProviderOperations } from './provider-operations.ts'
import { settings } from './settings.ts'
import { simulatedFeed } from './simulated-feed.ts'

export const rates = defineDomain({
  name: 'rates',
  summary: 'Exchange rates between assets, the providers they come from, and conversions at them.',
  settings,
  events,
  examples,
  needs: { assets, ledger },
  setUp(bank, { RATE_FEED_URL }, needs) {
    // A production bank has no simulated rates: without a feed its operators set them.
    const feeds = [
      ...(RATE_FEED_URL === '' ? [] : [ecbFeed(RATE_FEED_URL)]),
      ...(bank.production ? [] : [simulatedFeed]),
    ]
    const keeper = new RateKeeper({ ...bank, feeds })
    const options = { assets: needs.assets.catalogue, keeper }
    return {
      face: { keeper },
      operations: [...makeOperations(options), ...makeProviderOperations(options)],
      jobs: [keeper.job],
      async prepare() {
        await keeper.prepare(bank.database.write)
        await needs.assets.load()
      },
    }
  },
})

export { convertUnits, type Rate } from './rate.ts'
export { type DollarRate, rateAt, ratesOver } from './reading.ts'
export { RateKeeper } from './keeper.ts'
export { recordQuotes } from './recording.ts'
