// The request and response schemas of standing orders.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { plainText } from '../../../kernel/text.ts'
import { AmountInput, AssetCode } from '../../core/assets/index.ts'
import { orderLife } from './life-cycle.ts'
import { frequencies } from './schedule.ts'

const Day = Type.String({ format: 'date' })

export const Frequency = Type.Enum([...frequencies], {
  $id: 'StandingOrderFrequency',
  description: 'How often it pays, counted from its first day.',
})

export const OrderStatus = orderLife.schema({
  $id: 'StandingOrderStatus',
  description: 'The state of a standing order.',
})

export const orderId = {
  uuid: Type.String({ maxLength: 255, description: 'The uuid of the standing order.' }),
}

const recipientName = Type.String({
  ...plainText(140),
  description: 'What you call the payee; only you see it.',
})
const reference = Type.String({ ...plainText(255), description: 'A note that both sides see.' })
const lastOn = Type.String({
  format: 'date',
  description: 'No payment is made after this day; without it, until the order is cancelled.',
})

export const newOrderInput = {
  from_account: Type.String({ maxLength: 255, description: 'The uuid of your account that pays.' }),
  to_account: Type.String({
    maxLength: 255,
    description: 'The uuid of the account that is paid.',
  }),
  recipient_name: Type.Optional(recipientName),
  amount: AmountInput,
  asset_code: AssetCode,
  reference: Type.Optional(reference),
  frequency: Frequency,
  first_on: Type.String({
    format: 'date',
    description: 'The day of the first payment (UTC): today, or up to a year ahead.',
  }),
  last_on: Type.Optional(lastOn),
}

export const changeInput = {
  ...orderId,
  recipient_name: Type.Optional(Nullable(recipientName)),
  amount: Type.Optional(AmountInput),
  reference: Type.Optional(Nullable(reference)),
  last_on: Type.Optional(Nullable(lastOn)),
}

export const StandingOrder = Type.Object(
  {
    uuid: Uuid,
    from_account: Uuid,
    to_account: Uuid,
    recipient_name: Nullable(Type.String()),
    amount: Type.String(),
    asset_code: Type.String(),
    reference: Nullable(Type.String()),
    frequency: Frequency,
    first_on: Day,
    last_on: Nullable(Day),
    next_on: Nullable(Day),
    status: OrderStatus,
    payments_made: Type.Integer(),
    failed_in_a_row: Type.Integer({
      description: 'How many of the latest payments failed; after three the order is paused.',
    }),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'StandingOrder' },
)

export const PaymentStatus = Type.Enum(['paid', 'failed'], { $id: 'StandingOrderPaymentStatus' })

export const StandingOrderPayment = Type.Object(
  {
    due_on: Day,
    status: PaymentStatus,
    amount: Type.String(),
    asset_code: Type.String(),
    transfer_uuid: Nullable(Uuid),
    reason: Nullable(Type.String({ description: 'Why it could not be made.' })),
    decided_at: DateTime,
  },
  { $id: 'StandingOrderPayment' },
)
