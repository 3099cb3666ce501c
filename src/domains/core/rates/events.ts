// The events of exchange rates.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const RateData = Type.Object({
  from_asset: Type.String(),
  to_asset: Type.String(),
  rate: Type.String({ description: 'Ten decimal places.' }),
  source: Type.String(),
  provider: Type.String(),
  valid_at: Type.String({ format: 'date-time' }),
})

export const RateUpdated = defineEvent({
  type: 'rate.updated',
  version: 1,
  category: 'exchange_rate',
  summary: 'A new exchange rate is valid from now on.',
  data: RateData,
})

export const RateStale = defineEvent({
  type: 'rate.stale',
  version: 1,
  category: 'exchange_rate',
  summary: 'An exchange rate is older than a day and no newer one has come.',
  data: RateData,
})
