// The events of standing orders.
import { Type } from 'typebox'
import { Nullable } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'
import { orderLife } from './life-cycle.ts'

const order = Type.Object({
  uuid: Type.String({ format: 'uuid' }),
  from_account: Type.String({ format: 'uuid' }),
  to_account: Type.String({ format: 'uuid' }),
  amount: Type.String(),
  asset_code: Type.String(),
  reference: Nullable(Type.String()),
  frequency: Type.String(),
  next_on: Nullable(Type.String({ format: 'date' })),
  status: orderLife.schema(),
})

const category = 'standing_order'

export const StandingOrderCreated = defineEvent({
  type: 'standing_order.created',
  version: 1,
  summary: 'A customer set up a standing order.',
  category,
  data: order,
})

export const StandingOrderChanged = defineEvent({
  type: 'standing_order.changed',
  version: 1,
  summary: 'A standing order was changed, paused, resumed or cancelled, or it ended.',
  category,
  data: order,
})

export const StandingOrderPaid = defineEvent({
  type: 'standing_order.paid',
  version: 1,
  summary: 'A payment of a standing order was made.',
  category,
  data: Type.Object({
    uuid: Type.String({ format: 'uuid' }),
    due_on: Type.String({ format: 'date' }),
    amount: Type.String(),
    asset_code: Type.String(),
    transfer_uuid: Type.String({ format: 'uuid' }),
  }),
})

export const StandingOrderPaymentFailed = defineEvent({
  type: 'standing_order.payment_failed',
  version: 1,
  summary: 'A payment of a standing order could not be made, now or for good.',
  category,
  data: Type.Object({
    uuid: Type.String({ format: 'uuid' }),
    due_on: Type.String({ format: 'date' }),
    amount: Type.String(),
    asset_code: Type.String(),
    reason: Type.String(),
    next_attempt_at: Nullable(
      Type.String({ format: 'date-time', description: 'Null when it is not tried again.' }),
    ),
  }),
})
