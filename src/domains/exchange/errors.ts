// What the exchange refuses, beside what the ledger refuses.
import { defineError } from '../../operation/error.ts'

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
