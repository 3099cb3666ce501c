// What is refused of getting or giving GCU, whatever the way.
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
    `This would exceed your ${d.period} limit to ${d.side} GCU of ${d.limit} EUR: ${d.used} EUR are used, and this counts ${d.requested} EUR. The limit is on all GCU you ${d.side}, whatever the way; ask for less, or wait for the next ${d.period === 'daily' ? 'day' : 'month'} (UTC).`,
  {
    details: Type.Object({
      period: Type.String(),
      side: Type.String(),
      limit: Euros,
      used: Euros,
      requested: Euros,
    }),
  },
)

export const ValueUnavailable = defineError(
  'GCU_VALUE_UNAVAILABLE',
  503,
  () => 'The value of the GCU is not known or too old; try again when there is a newer one.',
)
