// Quotes: a price guaranteed to one caller for one trade within five minutes.
import { Invalid } from '../../../operation/error.ts'
import { defineQuote } from '../../../operation/sealed-quote.ts'
import type { TradeSide } from '../gcu-terms/index.ts'
import { QuoteExpired } from './errors.ts'
import type { Currency, Price } from './service.ts'

interface Offer {
  readonly side: TradeSide
  /** Smallest units of the asset that the caller gives. */
  readonly units: bigint
  readonly currency: Currency
}

export const gcuQuote = defineQuote<Offer, Price>({
  purpose: 'gcu.quote',
  validSeconds: 300,
  expired: (valid_until) => QuoteExpired({ valid_until }),
  mismatch: () =>
    Invalid({
      errors: {
        quote_id: [
          'The quote was made for another operation, amount or currency; ask for a new one.',
        ],
      },
    }),
})
