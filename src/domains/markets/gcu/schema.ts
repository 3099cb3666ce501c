// Schemas of the GCU's requests and answers. Weights are fractions here, and values are JSON numbers.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { AmountInput } from '../../core/assets/index.ts'
import { intervals, periods, VALUES_MAX } from './history.ts'

const Change = Nullable(
  Type.Number({
    description: 'Percent, two decimal places; null if the earlier value is unknown.',
  }),
)
const Dollars = Type.Number({ description: 'US dollars.' })
const Fraction = Type.Number({ description: 'The target weight, from 0 to 1.' })

export const Information = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    symbol: Type.String(),
    current_value: Dollars,
    value_currency: Type.String(),
    last_rebalanced: Nullable(DateTime),
    next_rebalance: Nullable(DateTime),
    composition: Type.Array(
      Type.Object(
        {
          asset_code: Type.String(),
          asset_name: Type.String(),
          weight: Fraction,
          value_contribution: Dollars,
        },
        { $id: 'GcuPart' },
      ),
      { maxItems: 50 },
    ),
    statistics: Type.Object(
      {
        total_supply: Type.String({ description: 'The GCU that all customers hold together.' }),
        holders_count: Type.Integer({ description: 'The number of accounts that hold GCU.' }),
        '24h_change': Change,
        '7d_change': Change,
        '30d_change': Change,
      },
      { $id: 'GcuStatistics' },
    ),
  },
  { $id: 'GcuInformation' },
)

export const Composition = Type.Object(
  {
    basket_code: Type.String(),
    last_updated: DateTime,
    total_value_usd: Dollars,
    composition: Type.Array(
      Type.Object(
        {
          asset_code: Type.String(),
          asset_name: Type.String(),
          asset_type: Type.String(),
          weight: Fraction,
          current_price_usd: Type.Number({ description: 'US dollars for one unit; ten places.' }),
          value_contribution_usd: Dollars,
          percentage_of_basket: Type.Number({
            description:
              'The part’s current share of the value, in percent; all shares sum to 100.',
          }),
          '24h_change': Change,
          '7d_change': Change,
        },
        { $id: 'GcuCompositionPart' },
      ),
      { maxItems: 50 },
    ),
    rebalancing: Type.Object(
      {
        frequency: Type.String(),
        last_rebalanced: Nullable(DateTime),
        next_rebalance: Nullable(DateTime),
        automatic: Type.Boolean(),
      },
      { $id: 'GcuRebalancing' },
    ),
    performance: Type.Object(
      {
        '24h_change_usd': Nullable(Dollars),
        '24h_change_percent': Change,
        '7d_change_usd': Nullable(Dollars),
        '7d_change_percent': Change,
        '30d_change_usd': Nullable(Dollars),
        '30d_change_percent': Change,
      },
      { $id: 'GcuPerformance' },
    ),
  },
  { $id: 'GcuComposition' },
)

export const historyInput = {
  period: Type.Enum([...periods], {
    default: '30d',
    description: 'How far back the history goes.',
  }),
  interval: Type.Enum([...intervals], {
    default: 'daily',
    description: 'The time between two values.',
  }),
}

export const ValueHistory = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          timestamp: Type.String({
            format: 'date-time',
            description: 'The start of the hour, day, week or month, in UTC.',
          }),
          value: Dollars,
          value_usd: Dollars,
          change: Type.Number({ description: 'Percent since the previous value.' }),
        },
        { $id: 'GcuHistoryValue' },
      ),
      { maxItems: VALUES_MAX },
    ),
    meta: Type.Object(
      {
        period: Type.String(),
        interval: Type.String(),
        start_value: Nullable(Dollars),
        end_value: Nullable(Dollars),
        total_change: Nullable(Dollars),
        total_change_percent: Change,
      },
      { $id: 'GcuHistoryMeta' },
    ),
  },
  { $id: 'GcuValueHistory' },
)

export const TradeOperation = Type.Enum(['buy', 'sell'], {
  $id: 'GcuOperation',
  description: 'Whether to buy or to sell GCU.',
})
export const CurrencyInput = Type.String({
  minLength: 3,
  maxLength: 3,
  description: 'EUR, USD, GBP or CHF.',
})

const Rounding = Type.String({ description: 'How amounts were rounded.' })
const ExchangeRate = Type.Number({ description: 'GCU for one unit of the currency; six places.' })

export const Quote = Type.Object(
  {
    quote_id: Type.String({ description: 'Send it with one trade to get exactly this price.' }),
    operation: TradeOperation,
    input_amount: Type.Number(),
    input_currency: Type.String(),
    output_amount: Type.Number(),
    output_currency: Type.String(),
    exchange_rate: ExchangeRate,
    fee_amount: Type.Number(),
    fee_currency: Type.String(),
    fee_percentage: Type.Number(),
    minimum_amount: Type.Number(),
    maximum_amount: Type.Number(),
    rounding: Rounding,
    quote_valid_until: DateTime,
  },
  { $id: 'GcuQuote' },
)

export const orderInput = {
  amount: AmountInput,
  currency: CurrencyInput,
  account_uuid: Type.Optional(
    Type.String({ maxLength: 255, description: 'Default: the caller’s oldest account.' }),
  ),
  quote_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'The quote whose price to use. Default: the current price.',
    }),
  ),
}

const tradeEnd = {
  exchange_rate: ExchangeRate,
  fee_amount: Type.Number(),
  fee_currency: Type.String(),
  new_gcu_balance: Type.Number(),
  rounding: Rounding,
  timestamp: DateTime,
}
const tradeStart = { transaction_id: Uuid, account_uuid: Uuid }
const received = { received_amount: Type.Number(), received_currency: Type.String() }

export const Purchase = Type.Object(
  {
    message: Type.String(),
    data: Type.Object(
      {
        ...tradeStart,
        spent_amount: Type.Number(),
        spent_currency: Type.String(),
        ...received,
        ...tradeEnd,
      },
      { $id: 'GcuPurchaseData' },
    ),
  },
  { $id: 'GcuPurchase' },
)

export const Sale = Type.Object(
  {
    message: Type.String(),
    data: Type.Object(
      {
        ...tradeStart,
        sold_amount: Type.Number(),
        sold_currency: Type.String(),
        ...received,
        ...tradeEnd,
      },
      { $id: 'GcuSaleData' },
    ),
  },
  { $id: 'GcuSale' },
)

const Limit = Type.Number({ description: 'Euros.' })

export const TradingLimits = Type.Object(
  {
    daily_buy_limit: Limit,
    daily_sell_limit: Limit,
    monthly_buy_limit: Limit,
    monthly_sell_limit: Limit,
    daily_buy_used: Limit,
    daily_sell_used: Limit,
    monthly_buy_used: Limit,
    monthly_sell_used: Limit,
    minimum_buy_amount: Type.Number({ description: 'In the currency of the trade.' }),
    minimum_sell_amount: Type.Number({ description: 'In GCU.' }),
    kyc_level: Type.Integer({ minimum: 0, maximum: 4 }),
    limits_currency: Type.String(),
  },
  { $id: 'GcuTradingLimits' },
)

export const SupportedBank = Type.Object(
  {
    code: Type.String(),
    name: Type.String(),
    country: Type.String(),
    deposit_protection: Type.Boolean(),
    deposit_protection_amount: Type.Integer(),
    deposit_protection_currency: Type.String(),
    default_allocation: Type.Number({ description: 'Percent of a customer’s money.' }),
    supported_currencies: Type.Array(Type.String(), { maxItems: 50 }),
    features: Type.Array(Type.String(), { maxItems: 20 }),
    status: Type.Enum(['operational', 'degraded', 'maintenance', 'unknown']),
  },
  { $id: 'GcuSupportedBank' },
)
