// Quotes: a price promised to one caller for five minutes and one trade.
import { Invalid } from '../../../operation/error.ts'
import { defineQuote } from '../../../operation/sealed-quote.ts'
import type { TradeSide } from '../gcu-terms/index.ts'
import { QuoteExpired } from './errors.ts'
import type { Currency, Price } from './trading.ts'

interface Offer {
  readonly side: TradeSide
  /** Smallest units of what is given. */
  readonly units: bigint
  readonly currency: Currency
}

export const gcuQuote = defineQuote<Offer, Price>({
  purpose: 'gcu.quote',
  validSeconds: 300,
  expired: (valid_until) => QuoteExpired({ valid_until }),
  mismatch: () =>
    Invalid({
      errors: { quote_id: ['The quote is for another operation, amount or currency.'] },
    }),
})
