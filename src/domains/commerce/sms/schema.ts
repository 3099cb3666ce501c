// The wire shapes of text messages.
import { Type } from 'typebox'
import { DateTime, Nullable } from '../../../kernel/schema.ts'
import { smsLife } from './life-cycle.ts'

const AtomicUsdc = Type.String({
  pattern: '^\\d+$',
  description: 'Millionths of a USDC, as a whole number.',
})

export const Message = Type.String({ minLength: 1, maxLength: 1_600, description: 'The text.' })

export const Sender = Type.String({
  pattern: '^[A-Za-z0-9 ]{1,20}$',
  description: 'Shown as the sender: up to 20 letters, digits and spaces.',
})

export const sendInput = {
  to: Type.String({
    pattern: '^\\+?[1-9]\\d{4,18}$',
    description: 'The phone number, with its country’s dial code.',
  }),
  from: Type.Optional(Sender),
  message: Message,
}

export const SmsStatus = smsLife.schema({ $id: 'SmsStatus' })

export const prepaidInput = {
  to: Type.String({
    pattern: '^\\+?[0-9]{5,20}$',
    description: 'The phone number, with its country’s dial code.',
  }),
  message: Message,
  from: Type.Optional(
    Type.String({ minLength: 1, maxLength: 20, description: 'Shown as the sender.' }),
  ),
  check_price_only: Type.Optional(
    Type.Boolean({ description: 'Return the price and send nothing.' }),
  ),
}

export const PrepaidSms = Type.Object(
  {
    message_id: Nullable(Type.String({ description: 'Null when only the price was asked for.' })),
    status: Nullable(SmsStatus),
    parts: Type.Integer({ minimum: 1 }),
    price_usdc: AtomicUsdc,
    country: Type.String({ description: 'ISO 3166-1 alpha-2.' }),
    note: Type.String(),
  },
  { $id: 'PrepaidSms' },
)

export const sentFields = {
  message_id: Type.String(),
  status: SmsStatus,
  parts: Type.Integer({ minimum: 1 }),
  destination: Type.String(),
  price_usdc: AtomicUsdc,
  test_mode: Type.Boolean(),
}

export const SmsState = Type.Object(
  {
    message_id: Type.String(),
    status: SmsStatus,
    delivered_at: Nullable(DateTime),
    payment_status: Type.Enum(['settled', 'pending']),
    parts: Type.Integer({ minimum: 1 }),
    destination: Type.String(),
    price_usdc: AtomicUsdc,
    error_code: Nullable(Type.String()),
    test_mode: Type.Boolean(),
  },
  { $id: 'SmsState' },
)

export const SmsRate = Type.Object(
  {
    country: Type.String({ description: 'The name of the country, in English.' }),
    country_code: Type.String({ pattern: '^[A-Z]{2}$' }),
    rate_eur: Type.String({ pattern: '^\\d+\\.\\d{4}$', description: 'Euros per part.' }),
    rate_usdc: AtomicUsdc,
  },
  { $id: 'SmsRate' },
)

export const SmsInfo = Type.Object(
  {
    provider: Nullable(Type.Enum(['mock', 'vertexsms'])),
    enabled: Type.Boolean(),
    test_mode: Type.Boolean(),
    networks: Type.Array(Type.String(), { maxItems: 20 }),
  },
  { $id: 'SmsInfo' },
)

export const CountryCode = Type.String({
  pattern: '^[A-Za-z]{2}$',
  description: 'ISO 3166-1 alpha-2.',
})

/** The body of a provider's delivery report. */
export const Report = Type.Object({
  id: Type.Union([Type.String({ minLength: 1, maxLength: 100 }), Type.Integer()], {
    description: 'The provider’s id of the message.',
  }),
  status: Type.Union([Type.String({ maxLength: 50 }), Type.Integer()]),
  error: Type.Optional(Type.Union([Type.String({ maxLength: 50 }), Type.Integer(), Type.Null()])),
  mcc: Type.Optional(Type.Union([Type.String({ maxLength: 10 }), Type.Integer(), Type.Null()])),
  mnc: Type.Optional(Type.Union([Type.String({ maxLength: 10 }), Type.Integer(), Type.Null()])),
  delivered_at: Type.Optional(Nullable(DateTime)),
})
