// The operations of the GCU: its value and composition, buying and selling. Read this file first.
import { Type } from 'typebox'
import type { Batches } from '../../../operation/batches.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import { defineBatched, defineOperation } from '../../../operation/operation.ts'
import { ownMoney } from '../../../operation/spending.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { LimitExceeded, ValueUnavailable } from '../gcu-terms/index.ts'
import { postingErrors } from '../../core/ledger/index.ts'
import { supportedBanks } from './banks.ts'
import { NoAccount, QuoteExpired, QuoteUsed } from './errors.ts'
import { readValueHistory } from './history.ts'
import { getComposition, getInformation, type InformationOptions } from './queries.ts'
import { getLimits } from './limits.ts'
import * as schema from './schema.ts'
import { type RequestOptions, requestTrade, type TradeRequest } from './trades.ts'
import { minimums, quote, type TradingOptions } from './service.ts'

const tradeErrors = [
  NotFound,
  Forbidden,
  Invalid,
  LimitExceeded,
  NoAccount,
  QuoteExpired,
  QuoteUsed,
  ValueUnavailable,
  ...postingErrors,
]

export interface GcuOptions extends InformationOptions, TradingOptions, RequestOptions {
  readonly trades: Pick<Batches<TradeRequest>, 'run'>
}

export const makeOperations = (options: GcuOptions) => [
  defineOperation({
    name: 'gcu.get',
    kind: 'query',
    summary: 'Get the value, composition and supply of the Global Currency Unit (GCU).',
    auth: 'public',
    input: Type.Object({}),
    output: schema.Information,
    errors: [ValueUnavailable],
    rest: [{ route: 'GET /api/v2/gcu', envelope: 'data' }],
    handler: (_input, ctx) => getInformation(ctx, options),
  }),
  defineOperation({
    name: 'gcu.composition',
    kind: 'query',
    summary: 'Get the composition of the GCU and how its parts have changed.',
    auth: 'public',
    input: Type.Object({}),
    output: schema.Composition,
    errors: [ValueUnavailable],
    rest: [{ route: 'GET /api/v2/gcu/composition', envelope: 'data' }],
    handler: (_input, ctx) => getComposition(ctx, options),
  }),
  defineOperation({
    name: 'gcu.value_history',
    kind: 'query',
    summary: 'Get the value history of the GCU by hour, day, week or month.',
    auth: 'public',
    input: Type.Object(schema.historyInput),
    output: schema.ValueHistory,
    errors: [],
    rest: [{ route: 'GET /api/v2/gcu/value-history', envelope: 'bare' }],
    exempt: {
      pages: 'Period and interval say how many.',
      length: { '.data': 'A curve; of a longer time the newest points.' },
    },
    handler: (input, ctx) => readValueHistory(input, ctx),
  }),
  defineOperation({
    name: 'gcu.supported_banks',
    kind: 'query',
    summary: 'List the banks that can keep the money behind the GCU.',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Array(schema.SupportedBank, { maxItems: 20 }),
    errors: [],
    rest: [{ route: 'GET /api/v2/gcu/supported-banks', envelope: 'data' }],
    exempt: { pages: 'The list is declared in the code; callers cannot add to it.' },
    handler: () => supportedBanks,
  }),
  defineOperation({
    name: 'gcu.quote',
    kind: 'query',
    summary: 'Quote buying or selling GCU; the price is guaranteed for five minutes.',
    auth: reader,
    input: Type.Object({
      operation: schema.TradeOperation,
      amount: Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Money to buy with, or GCU to sell, as a decimal number.',
      }),
      currency: schema.CurrencyInput,
    }),
    output: schema.Quote,
    errors: [Invalid, ValueUnavailable],
    rest: [{ route: 'GET /api/v2/gcu/quote', envelope: 'data' }],
    handler: (input, ctx) => quote(input, ctx, options),
  }),
  defineOperation({
    name: 'gcu.trading_limits',
    kind: 'query',
    summary: 'Get the caller’s limits on buying and selling GCU, and how much of them is used.',
    auth: reader,
    input: Type.Object({}),
    output: schema.TradingLimits,
    errors: [],
    rest: [{ route: 'GET /api/v2/gcu/trading-limits', envelope: 'data' }],
    handler: async (_input, ctx) => {
      const { environment, user } = ctx.caller
      return {
        ...(await getLimits({ environment, user_uuid: user! }, ctx)),
        minimum_buy_amount: minimums.buy,
        minimum_sell_amount: minimums.sell,
      }
    },
  }),
  defineBatched({
    name: 'gcu.buy',
    summary: 'Buy GCU with money from an account; the fee is one percent.',
    auth: writer,
    spends: {
      ...ownMoney,
      people: { counted: 'The buying limits of GCU, by day and by month.' },
      keys: { counted: 'The buying limits of GCU, by day and by month.' },
    },
    input: Type.Object(schema.orderInput),
    output: schema.Purchase,
    errors: tradeErrors,
    rest: [{ route: 'POST /api/v2/gcu/buy', envelope: 'bare' }],
    exempt: { guards: 'The caller is payer and payee.' },
    batches: options.trades,
    handler: (input) =>
      requestTrade('buy', input, options, ({ gcu, money, currency, message, ...data }) => ({
        message,
        data: {
          ...data,
          spent_amount: money,
          spent_currency: currency,
          received_amount: gcu,
          received_currency: 'GCU' as const,
        },
      })),
  }),
  defineBatched({
    name: 'gcu.sell',
    summary: 'Sell GCU from an account for money; the fee is one percent.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.orderInput),
    output: schema.Sale,
    errors: tradeErrors,
    rest: [{ route: 'POST /api/v2/gcu/sell', envelope: 'bare' }],
    exempt: { guards: 'The caller is payer and payee.' },
    batches: options.trades,
    handler: (input) =>
      requestTrade('sell', input, options, ({ gcu, money, currency, message, ...data }) => ({
        message,
        data: {
          ...data,
          sold_amount: gcu,
          sold_currency: 'GCU' as const,
          received_amount: money,
          received_currency: currency,
        },
      })),
  }),
]
