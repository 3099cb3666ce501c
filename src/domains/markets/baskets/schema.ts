// Schemas of basket requests and answers. Weights are percentages here, but fractions in the GCU's routes.
import { Type } from 'typebox'
import { VALUES_MAX } from './store.ts'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { AmountInput, AssetCode, ASSETS_MAX } from '../../core/assets/index.ts'
import { periods } from './performance.ts'

/** The most parts that a basket may have. */
export const COMPONENTS_MAX = 50

const Percent = Type.Number({ description: 'Percent, two decimal places.' })
const Dollars = Type.Number({ description: 'US dollars.' })
const Units = Type.String({ description: 'Units of the part in one whole basket; twelve places.' })

export const PathCode = Type.String({
  maxLength: 255,
  description: 'The code of the basket, in upper or lower case.',
})

export const BasketType = Type.Enum(['fixed', 'dynamic'], {
  $id: 'BasketType',
  description: 'Only dynamic baskets are rebalanced to their weights.',
})
export const Frequency = Type.Enum(['daily', 'weekly', 'monthly', 'quarterly', 'never'], {
  $id: 'RebalanceFrequency',
})

const Component = Type.Object(
  {
    asset_code: Type.String(),
    asset_name: Type.String(),
    weight: Percent,
    min_weight: Nullable(Percent),
    max_weight: Nullable(Percent),
    units: Nullable(Units),
    is_active: Type.Boolean(),
  },
  { $id: 'BasketComponent' },
)

const LatestValue = Type.Object(
  { value: Dollars, calculated_at: DateTime },
  { $id: 'BasketLatestValue' },
)

const basketFields = {
  code: Type.String(),
  name: Type.String(),
  description: Nullable(Type.String()),
  type: BasketType,
  rebalance_frequency: Frequency,
  last_rebalanced_at: Nullable(DateTime),
  next_rebalance_at: Nullable(DateTime),
  is_active: Type.Boolean(),
  created_at: DateTime,
  components: Type.Array(Component, { maxItems: COMPONENTS_MAX }),
  latest_value: Nullable(LatestValue),
}

export const Basket = Type.Object(basketFields, { $id: 'Basket' })

const StoredValue = Type.Object(
  {
    value: Dollars,
    calculated_at: DateTime,
    generated: Type.Boolean({
      description: 'Whether the value was computed for a time before the basket existed.',
    }),
  },
  { $id: 'BasketStoredValue' },
)

export const BasketDetail = Type.Object(
  { ...basketFields, recent_values: Type.Array(StoredValue, { maxItems: 30 }) },
  { $id: 'BasketDetail' },
)

const ComponentValue = Type.Object(
  {
    asset_code: Type.String(),
    asset_name: Type.String(),
    value: Type.Number({ description: 'US dollars for one unit of the part.' }),
    weight: Percent,
    units: Units,
    weighted_value: Type.Number({
      description: 'The part’s value in one whole basket, in US dollars.',
    }),
    currency: Type.String(),
  },
  { $id: 'BasketComponentValue' },
)

export const BasketValue = Type.Object(
  {
    basket_code: Type.String(),
    value: Dollars,
    currency: Type.String(),
    calculated_at: DateTime,
    component_values: Type.Record(Type.String(), ComponentValue),
  },
  { $id: 'BasketValue' },
)

export const BasketHistory = Type.Object(
  {
    basket_code: Type.String(),
    period: Type.Object({ start: DateTime, end: DateTime }, { $id: 'BasketHistoryPeriod' }),
    values: Type.Array(
      Type.Object(
        {
          value: Dollars,
          calculated_at: DateTime,
          generated: Type.Boolean(),
          components: Type.Array(
            Type.Object(
              {
                asset_code: Type.String(),
                weight: Percent,
                units: Units,
                price_usd: Type.String({ description: 'Eighteen places.' }),
              },
              { $id: 'BasketHistoryComponent' },
            ),
            { maxItems: COMPONENTS_MAX },
          ),
        },
        { $id: 'BasketHistoryValue' },
      ),
      { maxItems: VALUES_MAX + 2 },
    ),
  },
  { $id: 'BasketHistory' },
)

export const PeriodName = Type.Enum(periods, {
  $id: 'BasketPeriod',
  default: '30d',
  description: 'How far back the period goes.',
})

export const PartPerformance = Type.Object(
  {
    asset_code: Type.String(),
    start_price_usd: Dollars,
    end_price_usd: Dollars,
    return_percentage: Percent,
    contribution_percentage: Type.Number({
      description: 'Percentage points that the part added to the return of the basket.',
    }),
  },
  { $id: 'BasketPartPerformance' },
)

export const Performance = Type.Object(
  {
    basket_code: Type.String(),
    period_type: Type.String(),
    period_start: DateTime,
    period_end: DateTime,
    start_value: Dollars,
    end_value: Dollars,
    high_value: Dollars,
    low_value: Dollars,
    average_value: Dollars,
    return_value: Dollars,
    return_percentage: Percent,
    volatility: Type.Number({ description: 'Standard deviation of changes, percent a year.' }),
    sharpe_ratio: Nullable(
      Type.Number({
        description:
          'The annualized return divided by the volatility, with a risk-free rate of zero.',
      }),
    ),
    max_drawdown: Type.Number({
      description: 'The deepest fall from an earlier high, in percent.',
    }),
    performance_rating: Type.String(),
    risk_rating: Type.String(),
    annualized_return: Percent,
    value_count: Type.Integer(),
    components: Type.Array(PartPerformance, { maxItems: COMPONENTS_MAX }),
  },
  { $id: 'BasketPerformance' },
)

const WeightInput = Type.Union([Type.Number(), Type.String({ minLength: 1, maxLength: 10 })], {
  description: 'Percent, at most two decimal places.',
})

export const newBasket = {
  code: AssetCode,
  name: Type.String({ ...plainText(100), description: 'The name of the basket.' }),
  description: Type.Optional(
    Type.String({ maxLength: 1000, description: 'The purpose of the basket.' }),
  ),
  type: BasketType,
  rebalance_frequency: Type.Enum(['daily', 'weekly', 'monthly', 'quarterly', 'never'], {
    default: 'monthly',
    description: 'How often a dynamic basket returns to its weights.',
  }),
  components: Type.Array(
    Type.Object({
      asset_code: Type.String({
        minLength: 1,
        maxLength: 10,
        description: 'The code of the part.',
      }),
      weight: WeightInput,
      min_weight: Type.Optional(WeightInput),
      max_weight: Type.Optional(WeightInput),
    }),
    {
      minItems: 2,
      maxItems: COMPONENTS_MAX,
      description: 'The parts of the basket; their weights must sum to 100.',
    },
  ),
}

export const BasketWithMessage = Type.Object(
  { data: Basket, message: Type.String() },
  { $id: 'BasketWithMessage' },
)

const Adjustment = Type.Object(
  {
    asset: Type.String(),
    current_weight: Percent,
    target_weight: Percent,
    adjustment: Percent,
    action: Type.Enum(['increase', 'decrease']),
  },
  { $id: 'BasketAdjustment' },
)

export const Rebalancing = Type.Object(
  {
    message: Type.String(),
    data: Type.Object(
      {
        status: Type.Enum(['completed', 'simulated']),
        basket: Type.String(),
        adjustments: Type.Array(Adjustment, { maxItems: COMPONENTS_MAX * 2 }),
        adjustments_count: Type.Integer(),
        needs_rebalancing: Type.Boolean({
          description:
            'Whether it was due, or a part was more than five percentage points off its weight.',
        }),
        current_value: Dollars,
        rebalanced_at: Nullable(DateTime),
        simulated_at: Nullable(DateTime),
      },
      { $id: 'BasketRebalancingData' },
    ),
  },
  { $id: 'BasketRebalancing' },
)

export const Holdings = Type.Object(
  {
    account_uuid: Uuid,
    basket_holdings: Type.Array(
      Type.Object(
        {
          basket_code: Type.String(),
          basket_name: Type.String(),
          balance: Type.String(),
          unit_value: Nullable(Dollars),
          total_value: Nullable(Dollars),
          last_calculated: Nullable(DateTime),
        },
        { $id: 'BasketHolding' },
      ),
      { maxItems: ASSETS_MAX },
    ),
    total_value: Dollars,
    currency: Type.String(),
    calculated_at: DateTime,
  },
  { $id: 'BasketHoldings' },
)

export const exchangeInput = {
  uuid: Type.String({ maxLength: 255, description: 'The uuid of the account.' }),
  basket_code: Type.String({ minLength: 1, maxLength: 20, description: 'The code of the basket.' }),
  amount: AmountInput,
}

const Amounts = Type.Record(Type.String(), Type.String(), {
  description: 'Decimal amounts by asset code.',
})

const exchanged = {
  basket_code: Type.String(),
  account_uuid: Uuid,
  basket_amount: Type.String(),
  transaction_id: Uuid,
}

export const Composed = Type.Object(
  {
    ...exchanged,
    components_used: Amounts,
    fees: Type.Record(Type.String(), Type.String(), {
      description:
        'Fees paid in addition to the parts, by asset code: one percent for GCU, as for buying it; none for other baskets.',
    }),
    rounding: Type.String({ description: 'Each part was rounded up to its smallest unit.' }),
    composed_at: DateTime,
  },
  { $id: 'BasketComposition' },
)

export const Decomposed = Type.Object(
  {
    ...exchanged,
    components: Amounts,
    rounding: Type.String({ description: 'Each part was rounded down to its smallest unit.' }),
    decomposed_at: DateTime,
  },
  { $id: 'BasketDecomposition' },
)
