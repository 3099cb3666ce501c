// Errors that all ways to trade GCU share.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

const Euros = Type.String({ description: 'Euros.' })

export const LimitExceeded = defineError<{
  period: 'daily' | 'monthly'
  side: 'buy' | 'sell'
  limit: string
  used: string
  requested: string
}>(
  'LIMIT_EXCEEDED',
  422,
  (d) =>
    `The ${d.period} limit of ${d.limit} EUR to ${d.side} GCU would be exceeded: ${d.used} EUR used, ${d.requested} EUR asked for. The limit covers all GCU you ${d.side}, in every way; ask for less, or wait for the next ${d.period === 'daily' ? 'day' : 'month'} (UTC).`,
  {
    details: Type.Object({
      period: Type.String(),
      side: Type.String(),
      limit: Euros,
      used: Euros,
      requested: Euros,
    }),
    advice:
      'Compare the limits and their use in GET /api/v2/gcu/trading-limits; a higher `kyc_level` has higher limits.',
  },
)

export const ValueUnavailable = defineError(
  'GCU_VALUE_UNAVAILABLE',
  503,
  () => 'The value of the GCU is unknown or outdated; try again later.',
  {
    advice:
      'Retry with exponential backoff, a write with the same Idempotency-Key; the value follows the rates in GET /api/v2/exchange-rates.',
  },
)
