// The exchange's own errors; those of the ledger come on top.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const OrderNotOpen = defineError<{ status: string }>(
  'ORDER_NOT_OPEN',
  400,
  (d) =>
    `The order is ${d.status}; only an order that is pending, open or partially filled can be cancelled.`,
  {
    advice:
      'No action is needed: `status` and `reason` in GET /api/exchange/orders show how the order ended.',
  },
)

/** Rejected before matching, so that no trade fails halfway because a balance overflows. */
export const BalanceLimitExceeded = defineError(
  'BALANCE_LIMIT_EXCEEDED',
  422,
  () =>
    'The account’s balance of the asset it would receive is too large to trade for more; use another account.',
  {
    advice:
      'Move part of the balance to another account, or send the `account_uuid` of another account.',
  },
)

const Price = Type.String({ description: 'A decimal number, in the quote.' })

export const PriceOutOfRange = defineError<{
  pair: string
  price: string
  rate: string
  lowest: string
  highest: string
}>(
  'PRICE_OUT_OF_RANGE',
  422,
  (d) =>
    `A connected client trades ${d.pair} only within 5 % of the bank's rate, which is ${d.rate}: from ${d.lowest} to ${d.highest}. This order would trade at ${d.price}; choose a price within this range, or a smaller amount.`,
  {
    details: Type.Object({
      pair: Type.String(),
      price: Price,
      rate: Price,
      lowest: Price,
      highest: Price,
    }),
    advice:
      'Send a `price` from `error.details.lowest` to `error.details.highest`. A user who is signed in may trade at any price.',
  },
)

export const RateNotCurrent = defineError<{ pair: string }>(
  'RATE_NOT_CURRENT',
  422,
  (d) =>
    `The bank has no current rate for ${d.pair}, and a connected client trades only near the rate; try again when there is one.`,
  {
    advice:
      'Retry when GET /api/v2/exchange-rates has current rates of both assets, or place the order as a user who is signed in.',
  },
)
