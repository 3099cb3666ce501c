// Exchange rates: what is known of them, since when, and conversions by them.
import { defineDomain } from '../../../operation/domain.ts'
import * as events from './events.ts'
import type { RateOptions } from './conversion.ts'
import { examples } from './examples.ts'
import { makeOperations } from './operations.ts'
import { makeProviderOperations } from './provider-operations.ts'

export const rates = (options: RateOptions) =>
  defineDomain({
    name: 'rates',
    rank: 1,
    summary: 'What assets are worth in each other, who says so, and conversions at that rate.',
    examples,
    operations: [...makeOperations(options), ...makeProviderOperations(options)],
    events: Object.values(events),
    jobs: [options.keeper.job],
  })

export { convertUnits, type Rate } from './rate.ts'
export { type DollarRate, rateAt, ratesOver } from './reading.ts'
export { ecbFeed } from './ecb-feed.ts'
export { generatedFeed } from './generated-feed.ts'
export { RateKeeper } from './keeper.ts'
export { recordQuotes } from './recording.ts'
