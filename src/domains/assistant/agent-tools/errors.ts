// The error of a spend beyond the daily limit of a connected client.
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
      ? `The daily limit would be exceeded: ${toMoney(d.limit_remaining_minor)} ${d.currency} left, ${toMoney(d.amount_requested_minor)} ${d.currency} asked for` +
        (d.window_resets_at === null
          ? '; the amount is larger than the whole limit, which the owner can change.'
          : `; enough is free again at ${d.window_resets_at}.`)
      : d.error_code === 'NO_POLICY'
        ? 'This client is no longer connected; the owner must connect it again.'
        : 'There is no rate for this currency, so the amount cannot be counted against the daily limit; use another currency.',
  {
    advice:
      'If `window_resets_at` is set, retry then; otherwise the owner can raise `daily_limit_minor` by PATCH /api/v1/grants/{grant_id}. For NO_POLICY and CURRENCY_INVALID follow the message.',
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
