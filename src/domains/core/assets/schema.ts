// Wire shapes of assets.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { DateTime, MetadataInput, Nullable, described, olderName } from '../../../kernel/schema.ts'
import { AMOUNT_MAX, AssetCode } from './amounts.ts'

const Metadata = Type.Record(Type.String(), Type.Unknown())

export const assetTypes = ['fiat', 'crypto', 'commodity', 'custom', 'basket'] as const
export const AssetType = Type.Enum([...assetTypes], {
  $id: 'AssetType',
  description: 'The kind of asset.',
})

const assetFields = {
  code: Type.String(),
  name: Type.String(),
  type: AssetType,
  symbol: Type.String(),
  precision: Type.Integer({ description: 'Decimal places of the smallest unit.' }),
  is_active: Type.Boolean(),
  is_tradeable: Type.Boolean(),
  max_amount: Type.Integer({
    description: 'The largest amount of one operation, in whole units.',
  }),
  metadata: Metadata,
}

export const AssetItem = Type.Object(assetFields, { $id: 'Asset' })

/** Every asset is kept in memory and shown in one list, so their number is bounded. */
export const ASSETS_MAX = 500

export const AssetList = Type.Object(
  {
    data: Type.Array(AssetItem, { maxItems: ASSETS_MAX }),
    meta: Type.Object(
      {
        total: Type.Integer(),
        active: Type.Integer(),
        types: Type.Object(
          {
            fiat: Type.Integer(),
            crypto: Type.Integer(),
            commodity: Type.Integer(),
            custom: Type.Integer(),
            basket: Type.Integer(),
          },
          { $id: 'AssetTypeCounts' },
        ),
      },
      { $id: 'AssetListMeta' },
    ),
  },
  { $id: 'AssetList' },
)

const Percent = Type.String({ description: 'Percent, two decimal places.' })
const Rate = Type.String({ description: 'US dollars for one whole asset, ten decimal places.' })

const MarketData = Type.Object(
  {
    price_usd: Rate,
    bid_usd: Nullable(Rate),
    ask_usd: Nullable(Rate),
    '24h_change': Nullable(Percent),
    source: Type.String(),
    valid_at: DateTime,
  },
  { $id: 'AssetMarketData' },
)

export const AssetDetail = Type.Object(
  {
    id: Type.String({ description: 'The code again.' }),
    ...assetFields,
    statistics: Type.Object(
      {
        total_supply: Type.String({
          description: 'The sum that all customers hold; at most five seconds old.',
        }),
        circulating_supply: Type.String({
          description: 'The total supply without reserved amounts.',
        }),
        market_data: Nullable(MarketData),
        total_accounts: Type.Integer({
          description: 'The number of accounts that hold the asset.',
        }),
        total_balance: Type.Integer({ description: 'The total supply in the smallest unit.' }),
        active_rates: Type.Integer({
          description: 'The number of valid exchange rates from or to the asset.',
        }),
      },
      { $id: 'AssetStatistics' },
    ),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'AssetDetail' },
)

export const AssetWithMessage = Type.Object(
  { data: AssetItem, message: Type.String() },
  { $id: 'AssetWithMessage' },
)

const Symbol = Type.String(plainText(10))
const precision = Type.Integer({
  minimum: 0,
  maximum: 18,
  description: 'Decimal places of the smallest unit; never changed afterwards.',
})

const maxAmount = Type.Integer({
  minimum: 1,
  maximum: Number(AMOUNT_MAX),
  description:
    'The largest amount of one operation, in whole units; default: the most that the precision allows.',
})

export const newAsset = {
  code: AssetCode,
  name: Type.String({ ...plainText(100), description: 'The display name of the asset.' }),
  type: AssetType,
  symbol: Type.Optional(described(Symbol, 'The symbol shown with amounts; default: the code.')),
  precision: Type.Optional(precision),
  decimals: Type.Optional(olderName('precision', precision)),
  is_active: Type.Boolean({ default: true, description: 'Whether it may be used.' }),
  is_tradeable: Type.Boolean({
    default: false,
    description: 'Whether it may be traded on the exchange.',
  }),
  max_amount: Type.Optional(maxAmount),
  metadata: Type.Optional(MetadataInput),
}

export const assetChange = {
  name: Type.Optional(
    Type.String({ ...plainText(100), description: 'The display name of the asset.' }),
  ),
  symbol: Type.Optional(described(Symbol, 'The symbol shown with amounts.')),
  precision: Type.Optional(precision),
  decimals: Type.Optional(olderName('precision', precision)),
  is_active: Type.Optional(Type.Boolean({ description: 'Whether it may be used.' })),
  is_tradeable: Type.Optional(
    Type.Boolean({ description: 'Whether it may be traded on the exchange.' }),
  ),
  max_amount: Type.Optional(maxAmount),
  metadata: Type.Optional(MetadataInput),
}
