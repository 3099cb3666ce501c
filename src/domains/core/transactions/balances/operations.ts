// Operations on past balances: balances at an instant, the explanation of a balance, and the shapes of the older API.
import { Type } from 'typebox'
import { pageInput } from '../../../../kernel/page.ts'
import { described } from '../../../../kernel/schema.ts'
import { Forbidden, Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { reader } from '../../../../operation/auth.ts'
import type { AssetCatalogue } from '../../assets/index.ts'
import { explainBalance } from './explanation.ts'
import { getBalancesAt, getLegacyBalance, getLegacySummary } from './service.ts'
import * as past from './schema.ts'
import { TimeInput } from '../period.ts'
import { accountId } from '../schema.ts'
import { getValuation } from './valuation.ts'

export const makeBalanceOperations = (assets: AssetCatalogue) => [
  defineOperation({
    name: 'account.balances_at',
    kind: 'query',
    summary: 'The balance of an account in each asset at a time in the past.',
    auth: reader,
    input: Type.Object({
      uuid: accountId,
      instant: described(TimeInput, 'An instant, or a day, which means the end of that day.'),
    }),
    output: past.BalancesAt,
    errors: [NotFound, Forbidden, Invalid],
    rest: [{ route: 'GET /api/v2/accounts/:uuid/balances/at', envelope: 'data' }],
    graphql: { schema: 'account' },
    exempt: { length: { '.balances': 'One for each asset.' } },
    handler: (input, ctx) => getBalancesAt(input.uuid, input.instant, ctx, assets),
  }),
  defineOperation({
    name: 'balance.history',
    kind: 'query',
    summary: 'What all accounts of the caller were worth in dollars, day by day.',
    auth: reader,
    input: Type.Object({
      period: Type.Enum(['week', 'month', 'quarter', 'year'], {
        default: 'month',
        description: 'How far to look back: 7, 30, 91 or 365 days.',
      }),
    }),
    output: past.Valuation,
    errors: [Invalid],
    rest: [{ route: 'GET /api/v2/balances/history', envelope: 'data' }],
    graphql: { schema: 'account' },
    exempt: {
      length: {
        '.at_todays_rate': 'At most one for each asset.',
        '.points': 'A curve, one point for each day of a year.',
        '.without_rate': 'At most one for each asset.',
      },
    },
    handler: (input, ctx) => getValuation(input.period, ctx, assets),
  }),
  defineOperation({
    name: 'balance.explain',
    kind: 'query',
    summary:
      'Explain a balance: every entry in a period, who requested it, and a proof that they add up.',
    auth: reader,
    input: Type.Object({
      uuid: accountId,
      asset: Type.String({ maxLength: 255, description: 'The code of the asset.' }),
      from: Type.Optional(
        described(TimeInput, 'The start of the period; the start of the month when absent.'),
      ),
      to: Type.Optional(described(TimeInput, 'The end of the period; now when absent.')),
      ...pageInput,
    }),
    output: past.BalanceExplanation,
    errors: [NotFound, Forbidden, Invalid],
    rest: [{ route: 'GET /api/v2/accounts/:uuid/balances/:asset/explain', envelope: 'data' }],
    graphql: { schema: 'account', field: 'explainBalance' },
    handler: (input, ctx) => explainBalance(input, ctx, assets),
  }),
  defineOperation({
    name: 'account.legacy_balance',
    kind: 'query',
    summary: 'The dollar balance of an account and this month’s turnover, in cents.',
    auth: reader,
    input: Type.Object({ uuid: accountId }),
    output: past.LegacyBalance,
    errors: [NotFound, Forbidden],
    rest: [{ route: 'GET /api/accounts/:uuid/balance', envelope: 'data' }],
    graphql: { omit: 'The older form of account.balances_decimal.' },
    handler: (input, ctx) => getLegacyBalance(input.uuid, ctx),
  }),
  defineOperation({
    name: 'account.legacy_summary',
    kind: 'query',
    summary: 'The dollar turnover of an account over twelve months, in cents.',
    auth: reader,
    input: Type.Object({ uuid: accountId }),
    output: past.LegacySummary,
    errors: [NotFound, Forbidden],
    rest: [{ route: 'GET /api/accounts/:uuid/balance/summary', envelope: 'data' }],
    graphql: { omit: 'The older form of account.balances_decimal.' },
    handler: (input, ctx) => getLegacySummary(input.uuid, ctx),
  }),
]
