// What the exchange refuses, beside what the ledger refuses.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const OrderNotOpen = defineError<{ status: string }>(
  'ORDER_NOT_OPEN',
  400,
  (d) => `The order is ${d.status}; only one that still waits can be cancelled.`,
)

/** A trade must not fail halfway because a balance runs over. */
export const AccountTooFull = defineError(
  'ACCOUNT_TOO_FULL',
  422,
  () => 'The account holds so much of what it would get that it cannot trade for more.',
)

const Price = Type.String({ description: 'A decimal number, in the quote.' })

export const PriceOffRate = defineError<{
  pair: string
  price: string
  rate: string
  lowest: string
  highest: string
}>(
  'PRICE_OFF_RATE',
  422,
  (d) =>
    `A connected program trades ${d.pair} only within 5 % of the bank's rate, which is ${d.rate}: from ${d.lowest} to ${d.highest}. This order would trade at ${d.price}; name a price within that, or a smaller amount.`,
  {
    details: Type.Object({
      pair: Type.String(),
      price: Price,
      rate: Price,
      lowest: Price,
      highest: Price,
    }),
  },
)

export const RateNotCurrent = defineError<{ pair: string }>(
  'RATE_NOT_CURRENT',
  422,
  (d) =>
    `The bank has no current rate for ${d.pair}, and a connected program trades only near the rate; try again when there is one.`,
)
