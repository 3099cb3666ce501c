// Wire shapes of the exchange. Amounts are in the base currency, values and fees in the quote.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid, described } from '../../../kernel/schema.ts'
import { AmountInput, AssetCode } from '../../core/assets/index.ts'

const Decimal = Type.String({ description: 'A decimal number.' })

const Side = Type.Enum(['buy', 'sell'])
const TimeInForce = Type.Enum(['GTC', 'IOC', 'FOK', 'GTD'])
const Status = Type.Enum([
  'pending',
  'open',
  'partially_filled',
  'filled',
  'cancelled',
  'expired',
  'rejected',
])

export const orderInput = {
  account_uuid: Type.Optional(
    Type.String({ maxLength: 255, description: 'Default: the first account of the caller.' }),
  ),
  type: described(Side, 'Whether to buy or to sell the base currency.'),
  order_type: Type.Enum(['market', 'limit', 'stop', 'stop_limit', 'stop-limit'], {
    description:
      'market: at any price; limit: at the price or better; stop and stop_limit: the same once the stop price is reached. stop-limit is another spelling of stop_limit.',
  }),
  base_currency: AssetCode,
  quote_currency: AssetCode,
  amount: AmountInput,
  price: Type.Optional(
    Type.Union(AmountInput.anyOf, { description: 'For limit and stop-limit orders.' }),
  ),
  stop_price: Type.Optional(
    Type.Union(AmountInput.anyOf, { description: 'For stop and stop-limit orders.' }),
  ),
  time_in_force: Type.Enum(['GTC', 'IOC', 'FOK', 'GTD'], {
    default: 'GTC',
    description:
      'GTC: until cancelled; IOC: fill what can be filled at once and cancel the rest; FOK: fill wholly at once or cancel; GTD: until expires_at. A market order never waits.',
  }),
  expires_at: Type.Optional(Type.String({ format: 'date-time', description: 'With GTD only.' })),
}

export const Order = Type.Object(
  {
    order_id: Uuid,
    account_id: Uuid,
    account_uuid: Uuid,
    pair: Type.String(),
    type: Side,
    order_type: Type.Enum(['market', 'limit', 'stop', 'stop_limit']),
    time_in_force: TimeInForce,
    base_currency: Type.String(),
    quote_currency: Type.String(),
    amount: Decimal,
    filled_amount: Decimal,
    remaining_amount: Decimal,
    price: Nullable(Decimal),
    stop_price: Nullable(Decimal),
    average_price: Nullable(Decimal),
    average_fill_price: Nullable(Decimal),
    fee_amount: Decimal,
    fee_currency: Type.String(),
    status: Status,
    reason: Type.Union([Type.String(), Type.Null()], {
      description:
        'Why the order was cancelled: self_match, fill_or_kill, immediate_or_cancel, no_liquidity, too_small (the rest is worth less than one unit), reserve_used_up, limit_exceeded (on GCU), off_rate (the price of a connected client is too far from the rate), account_unavailable, counterparty_unavailable, cancelled_by_owner.',
    }),
    expires_at: Nullable(DateTime),
    triggered_at: Nullable(DateTime),
    created_at: DateTime,
    updated_at: DateTime,
    filled_at: Nullable(DateTime),
    cancelled_at: Nullable(DateTime),
  },
  { $id: 'ExchangeOrder' },
)

export const OrderPlaced = Type.Object(
  {
    success: Type.Literal(true),
    order_id: Uuid,
    message: Type.String(),
    workflow_id: Type.Null(),
    data: Order,
  },
  { $id: 'OrderPlaced' },
)

export const estimateInput = {
  account_uuid: orderInput.account_uuid,
  type: orderInput.type,
  base_currency: AssetCode,
  quote_currency: AssetCode,
  amount: AmountInput,
  price: Type.Optional(
    Type.Union(AmountInput.anyOf, {
      description: 'The price of a limit order; without it, the estimate is of a market order.',
    }),
  ),
}

export const OrderEstimate = Type.Object(
  {
    pair: Type.String(),
    type: Side,
    amount: Decimal,
    filled_amount: Type.String({ description: 'What would be traded at once.' }),
    waiting_amount: Type.String({ description: 'What would wait in the book.' }),
    cancelled_amount: Type.String({ description: 'What would be cancelled.' }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why a rest would be cancelled: as of an order.',
    }),
    average_price: Nullable(Decimal),
    worst_price: Type.Union([Decimal, Type.Null()], {
      description: 'The price of the last part that would be traded.',
    }),
    limit_price: Type.Union([Decimal, Type.Null()], {
      description:
        'The price that was given, or half a percent beyond the worst price. As the price of a limit order with time in force IOC it bounds what is paid when prices move before the order arrives.',
    }),
    value: Decimal,
    fee_amount: Decimal,
    fee_currency: Type.String(),
    total: Type.String({
      description:
        'What is paid or received at once: the value with the fee when buying, less the fee when selling.',
    }),
    needed_amount: Type.String({
      description: 'What the account must have available, also for the part that waits.',
    }),
    needed_currency: Type.String(),
    estimated_at: DateTime,
  },
  { $id: 'OrderEstimate' },
)

export const OrderCancelled = Type.Object(
  { success: Type.Literal(true), message: Type.String(), order_id: Uuid },
  { $id: 'OrderCancelled' },
)

export const Trade = Type.Object(
  {
    trade_id: Uuid,
    pair: Type.String(),
    buy_order_id: Nullable(Uuid),
    sell_order_id: Nullable(Uuid),
    buyer_account_id: Type.Union([Uuid, Type.Null()], {
      description: 'Null if the account is not the caller’s; the same holds for the order ids.',
    }),
    seller_account_id: Nullable(Uuid),
    base_currency: Type.String(),
    quote_currency: Type.String(),
    price: Decimal,
    amount: Decimal,
    value: Decimal,
    maker_fee: Decimal,
    taker_fee: Decimal,
    maker_side: Side,
    created_at: DateTime,
  },
  { $id: 'ExchangeTrade' },
)

const day = {
  last_price: Type.Union([Decimal, Type.Null()], {
    description: 'The price of the last trade; before the first trade, the bank’s rate.',
  }),
  volume_24h: Decimal,
  high_24h: Nullable(Decimal),
  low_24h: Nullable(Decimal),
  change_24h_percentage: Decimal,
}

export const ExchangeMarket = Type.Object(
  {
    pair: Type.String(),
    base_currency: Type.String(),
    quote_currency: Type.String(),
    ...day,
    min_amount: Decimal,
    max_amount: Decimal,
    tick_size: Decimal,
    lot_size: Decimal,
  },
  { $id: 'ExchangeMarket' },
)

const Level = Type.Object({ price: Decimal, amount: Decimal }, { $id: 'OrderBookLevel' })

export const OrderBookView = Type.Object(
  {
    pair: Type.String(),
    bids: Type.Array(Level, {
      maxItems: 100,
      description: 'Best first, including the quotes of the house.',
    }),
    asks: Type.Array(Level, { maxItems: 100, description: 'Best first.' }),
    spread: Nullable(Decimal),
    spread_percentage: Nullable(Decimal),
    mid_price: Nullable(Decimal),
    ...day,
    change_24h: Decimal,
    updated_at: DateTime,
  },
  { $id: 'OrderBook' },
)

export const quoteInput = {
  from_currency: AssetCode,
  to_currency: AssetCode,
  amount: Type.Union(AmountInput.anyOf, {
    default: '1',
    description: 'The amount of from_currency.',
  }),
  include_fees: Type.Boolean({ default: false, description: 'Whether to deduct the fee.' }),
}

export const Quote = Type.Object(
  {
    from_currency: Type.String(),
    to_currency: Type.String(),
    exchange_rate: Decimal,
    inverse_rate: Decimal,
    amount: Decimal,
    converted_amount: Decimal,
    fee_amount: Decimal,
    total_amount: Type.String({
      description: 'The converted amount, less the fee if include_fees is set.',
    }),
    formatted_rate: Type.String(),
    formatted_amount: Type.String(),
    spread_percentage: Decimal,
    provider: Type.String(),
    timestamp: DateTime,
  },
  { $id: 'ExchangeQuote' },
)
