// Exchange rates: what is known of them, since when, and conversions by them.
import { defineDomain } from '../../operation/domain.ts'
import * as events from './events.ts'
import type { RateKeeper } from './keeper.ts'

export const rates = (options: { readonly keeper: RateKeeper }) =>
  defineDomain({
    name: 'rates',
    rank: 1,
    summary: 'What assets are worth in each other, who says so, and conversions at that rate.',
    operations: [],
    events: Object.values(events),
    jobs: [options.keeper.job],
  })

export { convertUnits, type Rate } from './rate.ts'
export { type DollarRate, rateAt, ratesOver } from './reading.ts'
export type { Quote, RateFeed } from './feed.ts'
export { generatedFeed } from './generated-feed.ts'
export { RateKeeper } from './keeper.ts'
export { recordQuotes } from './recording.ts'
