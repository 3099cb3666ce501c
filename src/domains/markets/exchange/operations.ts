// The operations of the exchange. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import type { Batches } from '../../../operation/batches.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import { defineBatched, defineOperation } from '../../../operation/operation.ts'
import { ownMoney } from '../../../operation/spending.ts'
import { reader, remover, writer } from '../../../operation/auth.ts'
import { AssetCode } from '../../core/assets/index.ts'
import { LimitExceeded, ValueUnavailable } from '../gcu-terms/index.ts'
import { postingErrors } from '../../core/ledger/index.ts'
import { BalanceLimitExceeded, OrderNotOpen, PriceOutOfRange, RateNotCurrent } from './errors.ts'
import { getOrderBook, listMarkets, listOwnOrders, listOwnTrades } from './queries.ts'
import * as schema from './schema.ts'
import { estimate } from './orders/estimate.ts'
import { type ExchangeOptions, quote, readPlacement } from './orders/service.ts'
import type { OrderRequest } from './orders/request.ts'

const listInput = {
  account_uuid: Type.Optional(
    Type.String({ maxLength: 255, description: 'Default: all accounts of the caller.' }),
  ),
  pair: Type.Optional(Type.String({ maxLength: 21, description: 'BASE/QUOTE' })),
  base_currency: Type.Optional(AssetCode),
  quote_currency: Type.Optional(AssetCode),
  ...pageInput,
}

export interface OperationOptions extends ExchangeOptions {
  readonly engine: Pick<Batches<OrderRequest>, 'run'>
}

export const makeOperations = (options: OperationOptions) => [
  defineOperation({
    name: 'exchange.markets',
    kind: 'query',
    summary: 'List all pairs with their order limits and the trading of the last 24 hours.',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Array(schema.ExchangeMarket, { maxItems: 100 }),
    errors: [],
    rest: [{ route: 'GET /api/exchange/markets', envelope: 'success' }],
    exempt: { pages: 'The pairs are declared.' },
    handler: (_input, ctx) => listMarkets(ctx, options),
  }),
  defineOperation({
    name: 'exchange.order_book',
    kind: 'query',
    summary: 'Get the order book of a pair, best prices first.',
    auth: 'public',
    input: Type.Object({
      base: Type.String({ maxLength: 255, description: 'The asset that is traded.' }),
      quote: Type.String({ maxLength: 255, description: 'The asset it is priced in.' }),
      depth: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'How many prices to show on each side.',
      }),
    }),
    output: schema.OrderBookView,
    errors: [NotFound],
    rest: [{ route: 'GET /api/exchange/orderbook/:base/:quote', envelope: 'success' }],
    graphql: { field: 'orderBook' },
    handler: (input, ctx) => getOrderBook(input, ctx, options),
  }),
  defineOperation({
    name: 'exchange.quote',
    kind: 'query',
    summary: 'Quote a conversion at the current rates; the quote is not binding.',
    auth: reader,
    input: Type.Object(schema.quoteInput),
    output: schema.Quote,
    errors: [Invalid],
    rest: [{ route: 'GET /api/exchange/quote', envelope: 'success' }],
    handler: (input, ctx) => quote(input, ctx.now, options),
  }),
  defineOperation({
    name: 'exchange.estimate',
    kind: 'query',
    summary: 'Estimate what an order would cost or bring now, from the orders in the book.',
    auth: reader,
    input: Type.Object(schema.estimateInput),
    output: schema.OrderEstimate,
    errors: [NotFound, Forbidden, Invalid],
    rest: [{ route: 'GET /api/exchange/estimate', envelope: 'success' }],
    handler: (input, ctx) => estimate(input, ctx, options),
  }),
  defineBatched({
    name: 'exchange.trade',
    summary: 'Place an order to buy or sell.',
    auth: writer,
    spends: {
      ...ownMoney,
      programs: { guarded: 'The price must lie within 5 % of the bank’s rate.' },
    },
    input: Type.Object(schema.orderInput),
    output: schema.OrderPlaced,
    errors: [
      NotFound,
      Forbidden,
      Invalid,
      BalanceLimitExceeded,
      LimitExceeded,
      ValueUnavailable,
      PriceOutOfRange,
      RateNotCurrent,
      ...postingErrors,
    ],
    rest: [{ route: 'POST /api/exchange/orders', envelope: 'bare' }],
    graphql: { field: 'placeOrder', numbers: ['amount', 'price'] },
    exempt: { guards: 'The caller is payer and payee, at the market price.' },
    batches: options.engine,
    handler: (input, ctx) => readPlacement(input, ctx, options),
  }),
  defineOperation({
    name: 'exchange.orders',
    kind: 'query',
    summary: 'List the caller’s orders, newest first; the total counts up to 10,000.',
    auth: reader,
    input: Type.Object({
      status: Type.Enum(['open', 'filled', 'cancelled', 'all'], {
        default: 'all',
        description: 'Only orders with this status.',
      }),
      ...listInput,
    }),
    output: PageOf(schema.Order),
    errors: [NotFound, Forbidden],
    rest: [{ route: 'GET /api/exchange/orders', envelope: 'page' }],
    graphql: { field: 'orders' },
    handler: async (input, ctx) => {
      const { orders, total } = await listOwnOrders(input, ctx, options)
      return toPage(orders, total, input)
    },
  }),
  defineBatched({
    name: 'exchange.cancel_order',
    summary: 'Cancel an order that is still in the book.',
    auth: remover,
    input: Type.Object({
      order_id: Type.String({ maxLength: 255, description: 'The order_id of the order.' }),
    }),
    output: schema.OrderCancelled,
    errors: [NotFound, OrderNotOpen, ...postingErrors],
    rest: [{ route: 'DELETE /api/exchange/orders/:order_id', envelope: 'bare' }],
    graphql: { field: 'cancelOrder' },
    batches: options.engine,
    handler: (input) => ({ kind: 'cancel' as const, order: input.order_id }),
  }),
  defineOperation({
    name: 'exchange.trades',
    kind: 'query',
    summary: 'List the caller’s trades, newest first.',
    auth: reader,
    input: Type.Object(listInput),
    output: PageOf(schema.Trade),
    errors: [NotFound, Forbidden],
    rest: [{ route: 'GET /api/exchange/trades', envelope: 'page' }],
    graphql: { field: 'trades' },
    handler: async (input, ctx) => {
      const { trades, total } = await listOwnTrades(input, ctx, options)
      return toPage(trades, total, input)
    },
  }),
]
