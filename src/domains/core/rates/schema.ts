// Wire shapes of exchange rates.
import { Type } from 'typebox'
import { DateTime, Nullable } from '../../../kernel/schema.ts'
import { ASSETS_MAX } from '../assets/index.ts'

const Metadata = Type.Record(Type.String(), Type.Unknown())

/** Upper or lower case; whether the asset exists is checked later. */
export const Code = Type.String({
  pattern: '^[A-Za-z]{3,10}$',
  description: 'The code of an asset, in any case.',
})
export const PathCode = Type.String({
  maxLength: 255,
  description: 'The code of an asset, in any case.',
})
export const RateSourceName = Type.Enum(['manual', 'api', 'oracle', 'market'], {
  $id: 'RateSource',
  description: 'Where the rate comes from.',
})
const RateText = Type.String({ description: 'Ten decimal places.' })
const Percent = Type.String({ description: 'Percent, two decimal places.' })

const pairFields = {
  from_asset: Type.String(),
  to_asset: Type.String(),
  rate: RateText,
  inverse_rate: RateText,
  bid: Nullable(RateText),
  ask: Nullable(RateText),
  source: RateSourceName,
  valid_at: DateTime,
  expires_at: Nullable(DateTime),
  is_active: Type.Boolean(),
  age_minutes: Type.Integer(),
  metadata: Metadata,
}

export const PairRate = Type.Object(pairFields, { $id: 'PairRate' })

const ExchangeRate = Type.Object(
  { id: Type.String({ format: 'uuid' }), ...pairFields },
  { $id: 'ExchangeRate' },
)

export const ExchangeRateList = Type.Object(
  {
    data: Type.Array(ExchangeRate, { maxItems: 100 }),
    meta: Type.Object(
      {
        total: Type.Integer(),
        valid: Type.Integer({ description: 'The number of rates that are valid now.' }),
        stale: Type.Integer({
          description: 'The number of valid rates that are older than a day.',
        }),
      },
      { $id: 'ExchangeRateListMeta' },
    ),
  },
  { $id: 'ExchangeRateList' },
)

export const ExchangeRateWithMessage = Type.Object(
  { data: ExchangeRate, message: Type.String() },
  { $id: 'ExchangeRateWithMessage' },
)

const Rounding = Type.String({ description: 'How the result was rounded to its smallest unit.' })

export const ConvertedAmount = Type.Object(
  {
    from_asset: Type.String(),
    to_asset: Type.String(),
    from_amount: Type.Integer({ description: 'In the smallest unit.' }),
    to_amount: Type.Integer({ description: 'In the smallest unit.' }),
    from_formatted: Type.String(),
    to_formatted: Type.String(),
    rate: RateText,
    rate_age_minutes: Type.Integer(),
    rounding: Rounding,
  },
  { $id: 'ConvertedAmount' },
)

export const Conversion = Type.Object(
  {
    message: Type.String(),
    data: Type.Object(
      {
        transaction_id: Type.String({ format: 'uuid' }),
        account_uuid: Type.String({ format: 'uuid' }),
        from_amount: Type.String(),
        to_amount: Type.String(),
        from_currency: Type.String(),
        to_currency: Type.String(),
        exchange_rate: RateText,
        rounding: Rounding,
        from_balance_after: Type.String(),
        to_balance_after: Type.String(),
        completed_at: DateTime,
      },
      { $id: 'ConversionData' },
    ),
  },
  { $id: 'Conversion' },
)

export const Refreshed = Type.Object(
  {
    message: Type.String(),
    updated_count: Type.Integer(),
    data: Type.Array(ExchangeRate, { maxItems: 2 * ASSETS_MAX }),
  },
  { $id: 'RefreshedRates' },
)

/** Decimal text, so that no digit is lost in transit; a JSON number is read as it was written. */
export const RateInput = Type.String({
  pattern: '^\\d{1,12}(\\.\\d{1,18})?$',
  description: 'A decimal number as text, at most 18 places.',
})

export const Provider = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    source: RateSourceName,
    simulated: Type.Boolean({
      description: 'Whether the rates follow a formula instead of a market.',
    }),
    assets: Type.Array(Type.String(), {
      maxItems: ASSETS_MAX,
      description: 'The assets that the provider quotes.',
    }),
    last_update: Nullable(DateTime),
  },
  { $id: 'RateProvider' },
)

const providerRateFields = { provider: Type.String(), ...pairFields }
export const ProviderRate = Type.Object(providerRateFields, { $id: 'ProviderRate' })

export const Comparison = Type.Object(
  {
    from_asset: Type.String(),
    to_asset: Type.String(),
    rates: Type.Array(ProviderRate, { maxItems: 20 }),
    best_bid: Nullable(Type.String({ description: 'The provider with the highest bid.' })),
    best_ask: Nullable(Type.String({ description: 'The provider with the lowest ask.' })),
  },
  { $id: 'RateComparison' },
)

export const Aggregate = Type.Object(
  {
    from_asset: Type.String(),
    to_asset: Type.String(),
    rate: Type.String({ description: 'The mean of all providers, ten decimal places.' }),
    lowest: RateText,
    highest: RateText,
    spread_percent: Percent,
    providers: Type.Array(Type.String(), { maxItems: 20 }),
  },
  { $id: 'AggregatedRate' },
)

export const History = Type.Object(
  {
    from_asset: Type.String(),
    to_asset: Type.String(),
    start_date: Type.String({ format: 'date' }),
    end_date: Type.String({ format: 'date' }),
    rates: Type.Array(
      Type.Object(
        {
          date: Type.String({ format: 'date' }),
          rate: RateText,
          inverse_rate: RateText,
          generated: Type.Boolean({
            description: 'Whether the rate follows a formula instead of a market.',
          }),
        },
        { $id: 'HistoricalRate' },
      ),
      {
        maxItems: 366,
        description: 'The rate at the end of each UTC day; for today, the current one.',
      },
    ),
  },
  { $id: 'RateHistory' },
)

export const Judgement = Type.Object(
  {
    from_asset: Type.String(),
    to_asset: Type.String(),
    rate: RateText,
    reference_rate: RateText,
    deviation_percent: Percent,
    spread_percent: Nullable(Percent),
    age_seconds: Nullable(Type.Integer()),
    is_valid: Type.Boolean(),
    problems: Type.Array(Type.String(), { maxItems: 20 }),
  },
  { $id: 'RateJudgement' },
)
