// Errors of buying and selling GCU.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const NoAccount = defineError(
  'NO_ACCOUNT',
  422,
  () => 'You have no account yet; open one first.',
)

export const QuoteExpired = defineError<{ valid_until: string }>(
  'QUOTE_EXPIRED',
  422,
  (d) => `This quote expired at ${d.valid_until}; ask for a new one.`,
  { details: Type.Object({ valid_until: Type.String({ format: 'date-time' }) }) },
)

export const QuoteUsed = defineError(
  'QUOTE_USED',
  409,
  () => 'This quote has been used, and a quote is valid for one trade only; ask for a new one.',
)
