// Errors of buying and selling GCU.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const NoAccount = defineError(
  'NO_ACCOUNT',
  422,
  () => 'You have no account yet; open one first.',
  {
    advice:
      'Open an account with POST /api/v2/accounts and fund it, or send the `account_uuid` of an account that you may use.',
  },
)

export const QuoteExpired = defineError<{ valid_until: string }>(
  'QUOTE_EXPIRED',
  422,
  (d) => `This quote expired at ${d.valid_until}; ask for a new one.`,
  {
    details: Type.Object({ valid_until: Type.String({ format: 'date-time' }) }),
    advice:
      'Send the `quote_id` of GET /api/v2/gcu/quote within five minutes, or leave it out to trade at the current price.',
  },
)

export const QuoteUsed = defineError(
  'QUOTE_USED',
  409,
  () => 'This quote has been used, and a quote is valid for one trade only; ask for a new one.',
  {
    advice:
      'Request one quote per trade with GET /api/v2/gcu/quote; repeat an unanswered trade with its Idempotency-Key.',
  },
)
