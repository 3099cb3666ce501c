// Wire shapes of live updates about one thing. Each has the id of the event it was made from, and the data.
import { Type } from 'typebox'
import { DateTime, EventId } from '../../../kernel/schema.ts'
import { LiveItem as itemOf } from '../../../operation/live-field.ts'
import { Account } from '../../core/accounts/index.ts'
import { Transaction } from '../../core/transactions/index.ts'
import { Transfer } from '../../core/transfers/index.ts'

export const AccountUpdate = itemOf(Account)
export const TransactionArrival = itemOf(Transaction)
export const TransferCompletion = Type.Object({
  event_id: Type.Union([EventId, Type.Null()], {
    description: 'Null when the transfer was complete before.',
  }),
  data: Transfer,
})

export const OrderMatch = itemOf(
  Type.Object(
    {
      order_id: Type.String(),
      pair: Type.String({ description: 'BASE/QUOTE' }),
      side: Type.String({ description: 'buy or sell' }),
      price: Type.String(),
      filled_amount: Type.String({ description: 'Filled so far, over the whole order.' }),
      status: Type.String(),
      matched_at: DateTime,
    },
    { $id: 'OrderMatchedUpdate' },
  ),
)
