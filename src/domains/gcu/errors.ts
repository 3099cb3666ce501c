// What is refused of buying and selling GCU.
import { Type } from 'typebox'
import { defineError } from '../../operation/error.ts'

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
    `This would exceed your ${d.period} limit to ${d.side} of ${d.limit} EUR; ${d.used} EUR are used.`,
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

export const NoAccount = defineError(
  'NO_ACCOUNT',
  422,
  () => 'You have no account yet; open one first.',
)

export const ValueUnavailable = defineError(
  'GCU_VALUE_UNAVAILABLE',
  503,
  () => 'The value of the GCU is not known or too old; try again when there is a newer one.',
)

export const QuoteExpired = defineError<{ valid_until: string }>(
  'QUOTE_EXPIRED',
  422,
  (d) => `This quote was good until ${d.valid_until}; ask for a new one.`,
  { details: Type.Object({ valid_until: Type.String({ format: 'date-time' }) }) },
)

export const QuoteUsed = defineError(
  'QUOTE_USED',
  409,
  () => 'This quote has been used; each is good for one trade.',
)
