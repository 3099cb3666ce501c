// The events of the exchange.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

export const OrderMatched = defineEvent({
  type: 'order.matched',
  version: 1,
  category: 'exchange',
  summary: 'An order was filled, wholly or in part.',
  data: Type.Object({
    order_id: Type.String({ format: 'uuid' }),
    pair: Type.String({ description: 'BASE/QUOTE' }),
    side: Type.Enum(['buy', 'sell']),
    price: Type.String({ description: 'The price of this trade.' }),
    filled_amount: Type.String({
      description: 'Filled so far, over the whole order, in the base currency.',
    }),
    status: Type.String(),
    matched_at: Type.String({ format: 'date-time' }),
  }),
})
