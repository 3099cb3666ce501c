// Operations on the public data of a market: its trades, its candles, and matches of its orders as they happen.
import { Type } from 'typebox'
import { RowsOf } from '../../../../kernel/page.ts'
import { DateTime } from '../../../../kernel/schema.ts'
import { NotFound } from '../../../../operation/error.ts'
import { after, LiveItem } from '../../../../operation/live-field.ts'
import { defineOperation, defineSubscription } from '../../../../operation/operation.ts'
import { reader } from '../../../../operation/auth.ts'
import { streamErrors } from '../../../../operation/stream-errors.ts'
import {
  followMatches,
  listMarketCandles,
  listMarketTrades,
  type MarketDataOptions,
} from './service.ts'

const Decimal = Type.String({ description: 'A decimal number.' })
const market = {
  base: Type.String({ maxLength: 255, description: 'The asset that is traded.' }),
  quote: Type.String({ maxLength: 255, description: 'The asset it is priced in.' }),
}
const CANDLES_MAX = 300

const MarketTrade = Type.Object(
  {
    number: Type.Integer({ description: 'The sequence number within the pair.' }),
    price: Decimal,
    amount: Decimal,
    value: Decimal,
    taker_side: Type.Enum(['buy', 'sell'], {
      description: 'Whether the taker, the order that came later, bought or sold.',
    }),
    created_at: DateTime,
  },
  { $id: 'MarketTrade' },
)

const Candle = Type.Object(
  {
    at: Type.String({ format: 'date-time', description: 'The beginning of the interval.' }),
    open: Decimal,
    high: Decimal,
    low: Decimal,
    close: Decimal,
    volume: Type.String({ description: 'Traded in the base currency.' }),
    value: Type.String({ description: 'Traded in the quote currency.' }),
    trades: Type.Integer(),
  },
  { $id: 'Candle' },
)

const Match = Type.Object(
  {
    order_id: Type.String(),
    pair: Type.String({ description: 'BASE/QUOTE' }),
    side: Type.String({ description: 'buy or sell' }),
    price: Type.String(),
    filled_amount: Type.String({ description: 'Filled so far, over the whole order.' }),
    status: Type.String(),
    matched_at: DateTime,
  },
  { $id: 'OrderMatchedUpdate' },
)

export const makeMarketDataOperations = (options: MarketDataOptions) => [
  defineOperation({
    name: 'exchange.market_trades',
    kind: 'query',
    summary: 'List the trades of a pair without their parties, newest first.',
    auth: 'public',
    input: Type.Object({
      ...market,
      before: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_147_483_647,
          description: 'Only trades with a smaller number: the next_before of the previous page.',
        }),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'How many trades to show.',
      }),
    }),
    output: Type.Object(
      {
        pair: Type.String(),
        trades: RowsOf(MarketTrade),
        next_before: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Pass it as before to get older trades; null if there are none.',
        }),
      },
      { $id: 'MarketTrades' },
    ),
    errors: [NotFound],
    rest: [{ route: 'GET /api/exchange/trades/:base/:quote', envelope: 'success' }],
    graphql: { field: 'marketTrades' },
    handler: (input, ctx) => listMarketTrades(input, ctx, options),
  }),
  defineOperation({
    name: 'exchange.candles',
    kind: 'query',
    summary:
      'Get the prices of a pair by interval, oldest first; an interval without a trade is left out.',
    auth: 'public',
    input: Type.Object({
      ...market,
      interval: Type.Enum(['1m', '5m', '1h', '1d'], {
        default: '1h',
        description: 'Minutes, five minutes, hours or days; days are those of UTC.',
      }),
      count: Type.Integer({
        minimum: 1,
        maximum: CANDLES_MAX,
        default: 100,
        description: 'How many intervals to look back.',
      }),
      before: Type.Optional(
        Type.String({
          format: 'date-time',
          description: 'The end of the last interval; now if it is left out.',
        }),
      ),
    }),
    output: Type.Object(
      {
        pair: Type.String(),
        interval: Type.Enum(['1m', '5m', '1h', '1d']),
        from: DateTime,
        to: DateTime,
        candles: Type.Array(Candle, { maxItems: CANDLES_MAX }),
      },
      { $id: 'MarketCandles' },
    ),
    errors: [NotFound],
    rest: [{ route: 'GET /api/exchange/candles/:base/:quote', envelope: 'success' }],
    graphql: { field: 'candles' },
    exempt: { length: { '.candles': 'A curve, 300 points at most.' } },
    handler: (input, ctx) => listMarketCandles(input, ctx, options),
  }),
  defineSubscription({
    name: 'order.matches',
    summary: 'Each match of an order of a pair, of any user.',
    auth: reader,
    input: Type.Object({ pair: Type.String({ maxLength: 32 }), after }),
    output: LiveItem(Match),
    errors: streamErrors,
    rest: [],
    graphql: {
      field: 'orderMatched',
      argument: { name: 'pair', input: 'pair', type: 'String' },
    },
    handler: (input, ctx) => followMatches(input, ctx, options),
  }),
]
