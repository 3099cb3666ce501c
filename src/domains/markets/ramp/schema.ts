// Schemas of buying and selling crypto. Amounts are decimal strings.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { AmountInput } from '../../core/assets/index.ts'
import { coinCodes, fiats, rampTypes } from './coins.ts'
import { sessionLife } from './life-cycle.ts'

const RampType = Type.Enum([...rampTypes], {
  $id: 'RampType',
  description: 'on: buy crypto for money; off: sell crypto for money.',
})
const Fiat = Type.Enum([...fiats], {
  $id: 'RampFiat',
  description: 'The currency that pays for crypto or is paid for it.',
})
const Coin = Type.Enum([...coinCodes], {
  $id: 'RampCrypto',
  description: 'The coin that is bought or sold.',
})
const Status = sessionLife.schema({
  $id: 'RampStatus',
  description: sessionLife.summarize(),
})
const TestMode = Type.Boolean({ description: 'True if no real money and no real coins are moved.' })

export const Supported = Type.Object(
  {
    provider: Type.String(),
    test_mode: TestMode,
    types: Type.Array(RampType, { maxItems: 10 }),
    fiat_currencies: Type.Array(Fiat, { maxItems: 100 }),
    crypto_currencies: Type.Array(Coin, { maxItems: 100 }),
    cryptos: Type.Array(
      Type.Object(
        {
          code: Coin,
          name: Type.String(),
          network: Type.String({ description: 'The network of the wallet address.' }),
          decimals: Type.Integer(),
        },
        { $id: 'RampSupportedCrypto' },
      ),
      { maxItems: 100 },
    ),
    payment_methods: Type.Array(Type.String(), { maxItems: 20 }),
    limits: Type.Object(
      {
        min_amount: Type.Integer({ description: 'The smallest session, in its currency.' }),
        max_amount: Type.Integer({ description: 'The largest session, in its currency.' }),
        daily_limit: Type.Integer({ description: 'US dollars in a UTC day.' }),
      },
      { $id: 'RampLimits' },
    ),
    fee_percentage: Type.String(),
  },
  { $id: 'RampSupported' },
)

export const quoteInput = {
  type: RampType,
  fiat: Fiat,
  amount: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'Money, as a decimal number from 1 to 10000.',
  }),
  crypto: Coin,
}

export const Quotes = Type.Object(
  {
    quotes: Type.Array(
      Type.Object(
        {
          provider_name: Type.String(),
          quote_id: Type.String({
            description: 'Send it when starting the session to get these terms.',
          }),
          type: RampType,
          fiat_currency: Fiat,
          fiat_amount: Type.String(),
          crypto_currency: Coin,
          crypto_amount: Type.String(),
          exchange_rate: Type.String({
            description: 'Coins for one unit of the currency; ten places.',
          }),
          fee: Type.String(),
          network_fee: Type.String(),
          fee_currency: Type.String(),
          net_amount: Type.String({
            description: 'The amount after the fees: spent on crypto, or credited.',
          }),
          payment_methods: Type.Array(Type.String(), { maxItems: 20 }),
          rounding: Type.String(),
        },
        { $id: 'RampQuote' },
      ),
      { maxItems: 50 },
    ),
    provider: Type.String(),
    test_mode: TestMode,
    valid_until: DateTime,
  },
  { $id: 'RampQuotes' },
)

export const startInput = {
  type: RampType,
  fiat_currency: Fiat,
  fiat_amount: AmountInput,
  crypto_currency: Coin,
  wallet_address: Type.String({
    minLength: 1,
    maxLength: 128,
    description: 'The wallet that receives bought coins or sends sold ones.',
  }),
  quote_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'The quote whose terms to use. Default: the current terms.',
    }),
  ),
}

export const Session = Type.Object(
  {
    id: Uuid,
    session_id: Type.String({ format: 'uuid', description: 'The same as id.' }),
    provider: Type.String(),
    test_mode: TestMode,
    type: RampType,
    type_label: Type.String(),
    fiat_currency: Fiat,
    fiat_amount: Type.String(),
    fee: Type.String({ description: 'Part of the fiat amount.' }),
    network_fee: Type.String({ description: 'Part of the fiat amount.' }),
    crypto_currency: Coin,
    crypto_amount: Type.String(),
    payout_amount: Nullable(
      Type.String({ description: 'The money that a sale brings to the account.' }),
    ),
    account_uuid: Nullable(Type.String({ description: 'The account that a sale is credited to.' })),
    wallet_address: Type.String(),
    status: Status,
    status_label: Type.String(),
    reason: Nullable(Type.String({ description: 'Why the session failed, or what it waits for.' })),
    checkout_url: Type.String({
      description: 'The page of the provider at which the user continues.',
    }),
    expires_at: DateTime,
    completed_at: Nullable(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'RampSession' },
)

export const Checkout = Type.Object(
  {
    session_id: Uuid,
    provider: Type.String(),
    test_mode: TestMode,
    type: RampType,
    status: Status,
    fiat_currency: Fiat,
    fiat_amount: Type.String(),
    crypto_currency: Coin,
    crypto_amount: Type.String(),
    message: Type.String(),
  },
  { $id: 'RampCheckout' },
)

export const Received = Type.Object(
  {
    received: Type.Boolean(),
    session_id: Nullable(Uuid),
    status: Nullable(Status),
  },
  { $id: 'RampWebhookReceived' },
)
