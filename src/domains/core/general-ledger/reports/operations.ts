// The operations that report: trial balance, balance sheet, income statement and reconciliation.
import { Type } from 'typebox'
import { PageOf, PER_PAGE_MAX, pageInput, toPage } from '../../../../kernel/page.ts'
import { described } from '../../../../kernel/schema.ts'
import { plainText } from '../../../../kernel/text.ts'
import { reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { AmountInput, AssetCode } from '../../assets/index.ts'
import { Day } from '../days.ts'
import { JournalNotAllowed, VarianceChanged } from '../errors.ts'
import { LINES_WRITTEN_MAX, trialBalanceFile } from '../files.ts'
import type { LedgerOptions } from '../options.ts'
import { reconcile, resolveVariance } from './reconciliation.ts'
import * as reports from './service.ts'
import * as schema from '../schema.ts'

const at = '/api/v1/ledger' as const

const wholePage = {
  ...pageInput,
  per_page: Type.Integer({
    minimum: 1,
    maximum: PER_PAGE_MAX,
    default: PER_PAGE_MAX,
    description: 'Rows a page.',
  }),
}

const range = {
  from: Type.Optional(described(Day, 'The first day (UTC); default: the beginning of the books.')),
  to: Type.Optional(described(Day, 'The last day (UTC), included; default: now.')),
}

const currency = Type.String({ ...AssetCode, default: 'USD', description: 'The asset.' })
const domain = Type.String({
  maxLength: 100,
  description: 'The part of the ledger core, such as customers, cash, clearing or fees.',
})

export const makeReportOperations = (options: LedgerOptions) => [
  defineOperation({
    name: 'trial_balance.get',
    kind: 'query',
    summary: 'The trial balance, which is zero in every currency: each account, and the totals.',
    auth: reader,
    input: Type.Object({
      ...range,
      currency: Type.Optional(described(AssetCode, 'Only this asset.')),
      // The totals are of all accounts.
      type: Type.Optional(schema.AccountTypeSchema),
      ...wholePage,
      format: Type.Enum(['json', 'csv'], {
        $id: 'TrialBalanceFormat',
        description: `A CSV file has all accounts, up to ${LINES_WRITTEN_MAX.toLocaleString('en-US')} lines.`,
        default: 'json',
      }),
    }),
    output: schema.TrialBalance,
    errors: [Invalid, JournalNotAllowed],
    rest: [
      {
        route: `GET ${at}/trial-balance`,
        envelope: 'success_page',
        files: { csv: trialBalanceFile(options) },
      },
    ],
    graphql: { field: 'ledgerTrialBalance' },
    exempt: { length: { '.totals.currencies': 'One for each asset.' } },
    handler: (input, ctx) => reports.makeTrialBalance(input, ctx, options),
  }),
  defineOperation({
    name: 'balance_sheet.get',
    kind: 'query',
    summary: 'Assets, liabilities and equity in one currency, now or at the end of a day.',
    auth: reader,
    input: Type.Object({
      date: Type.Optional(described(Day, 'A day (UTC), whose end counts; default: now.')),
      currency,
    }),
    output: schema.BalanceSheet,
    errors: [Invalid, JournalNotAllowed],
    rest: [{ route: `GET ${at}/balance-sheet`, envelope: 'success' }],
    exempt: { length: 'One for each account, and the chart has a limit.' },
    handler: (input, ctx) => reports.makeBalanceSheet(input, ctx, options),
  }),
  defineOperation({
    name: 'income_statement.get',
    kind: 'query',
    summary: 'Revenue, expenses and net income in one currency over a range of days.',
    auth: reader,
    input: Type.Object({
      from: Type.Optional(
        described(Day, 'The first day (UTC); default: the first of the last day’s year.'),
      ),
      to: range.to,
      currency,
    }),
    output: schema.IncomeStatement,
    errors: [Invalid, JournalNotAllowed],
    rest: [{ route: `GET ${at}/income-statement`, envelope: 'success' }],
    exempt: { length: 'One for each account, and the chart has a limit.' },
    handler: (input, ctx) => reports.makeIncomeStatement(input, ctx, options),
  }),
  defineOperation({
    name: 'ledger_reconciliation.list',
    kind: 'query',
    summary: 'Compare the general ledger with one part of the ledger core, by currency.',
    auth: reader,
    input: Type.Object({
      domain,
      period_id: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'A period, whose end counts once it is closed; default: now.',
        }),
      ),
      ...wholePage,
    }),
    output: PageOf(schema.Reconciliation),
    errors: [NotFound, JournalNotAllowed],
    rest: [{ route: `GET ${at}/reconciliation/:domain`, envelope: 'success_page' }],
    handler: async ({ page, per_page, ...input }, ctx) => {
      const rows = await reconcile(input, ctx, options)
      const start = (page - 1) * per_page
      return toPage(rows.slice(start, start + per_page), rows.length, { page, per_page })
    },
  }),
  defineOperation({
    name: 'ledger_reconciliation.resolve',
    kind: 'command',
    summary: 'Record why a part of the ledger core and the general ledger differ.',
    auth: writer,
    input: Type.Object({
      domain,
      currency: described(AssetCode, 'The asset.'),
      variance: Type.Union([...AmountInput.anyOf], {
        description: 'The variance as the report shows it, to the last digit.',
      }),
      note: Type.String({ ...plainText(500), description: 'The explanation.' }),
    }),
    output: schema.Reconciliation,
    errors: [NotFound, Invalid, JournalNotAllowed, VarianceChanged],
    rest: [{ route: `POST ${at}/reconciliation/:domain/resolve`, envelope: 'success' }],
    handler: (input, ctx) => resolveVariance(input, ctx, options),
  }),
]
