// The events of buying and selling GCU.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const traded = {
  transaction_id: Uuid,
  account_uuid: Uuid,
  gcu_amount: Type.String(),
  amount: Type.String({
    description: 'The money paid including the fee, or received after the fee.',
  }),
  currency: Type.String(),
  fee_amount: Type.String(),
  exchange_rate: Type.String({ description: 'GCU for one unit of the currency; six places.' }),
  timestamp: Type.String({ format: 'date-time' }),
}

export const GcuBought = defineEvent({
  type: 'gcu.bought',
  version: 1,
  category: 'exchange',
  summary: 'An account bought GCU from the treasury.',
  data: Type.Object(traded),
})

export const GcuSold = defineEvent({
  type: 'gcu.sold',
  version: 1,
  category: 'exchange',
  summary: 'An account sold GCU to the treasury.',
  data: Type.Object(traded),
})
