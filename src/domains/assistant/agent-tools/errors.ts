// What spending for a person is refused for.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

const Minor = Type.String({ description: 'In cents.' })

export const SpendingLimitExceeded = defineError<{
  error_code: 'LIMIT_EXCEEDED' | 'NO_POLICY' | 'CURRENCY_INVALID'
  limit_remaining_minor: string
  amount_requested_minor: string
  window_resets_at: string | null
  currency: string
}>(
  'DAILY_LIMIT_EXCEEDED',
  403,
  (d) =>
    d.error_code === 'LIMIT_EXCEEDED'
      ? `This would go beyond the daily limit: ${toMoney(d.limit_remaining_minor)} ${d.currency} is left` +
        (d.window_resets_at === null
          ? ', and the amount is larger than the limit itself.'
          : `; enough is free again at ${d.window_resets_at}.`)
      : d.error_code === 'NO_POLICY'
        ? 'This program is not connected any more.'
        : 'There is no rate for this currency, so it cannot be held against the daily limit.',
  {
    details: Type.Object({
      error_code: Type.String(),
      limit_remaining_minor: Minor,
      amount_requested_minor: Minor,
      window_resets_at: Type.Union([Type.String(), Type.Null()]),
      currency: Type.String(),
    }),
  },
)

const toMoney = (cents: string): string =>
  `${cents.slice(0, -2) || '0'}.${cents.slice(-2).padStart(2, '0')}`
