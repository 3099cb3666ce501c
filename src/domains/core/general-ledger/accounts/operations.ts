// The operations on the chart of accounts.
import { Type } from 'typebox'
import { PER_PAGE_MAX, PageOf, pageInput } from '../../../../kernel/page.ts'
import { described } from '../../../../kernel/schema.ts'
import { operator, reader, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import * as accounts from './service.ts'
import { Day } from '../days.ts'
import { AccountLimitExceeded, JournalNotAllowed, LedgerAccountExists } from '../errors.ts'
import { LINES_WRITTEN_MAX, movementFile } from '../files.ts'
import type { LedgerOptions } from '../options.ts'
import { listMovements } from './movements.ts'
import * as schema from '../schema.ts'

const at = '/api/v1/ledger/accounts' as const
const code = Type.String({ maxLength: 255, description: 'The code of the account.' })

/** The whole default chart fits on one page. */
const chartPage = {
  ...pageInput,
  per_page: Type.Integer({
    minimum: 1,
    maximum: PER_PAGE_MAX,
    default: PER_PAGE_MAX,
    description: 'Rows a page.',
  }),
}

export const makeAccountOperations = (options: LedgerOptions) => [
  defineOperation({
    name: 'ledger_account.list',
    kind: 'query',
    summary: 'The chart of accounts with balances, by code.',
    auth: reader,
    input: Type.Object({
      ...chartPage,
      type: Type.Optional(schema.AccountTypeSchema),
    }),
    output: PageOf(schema.LedgerAccount),
    errors: [],
    rest: [{ route: `GET ${at}`, envelope: 'success_page' }],
    exempt: {
      environments: 'Both have the same chart; its own test checks their balances.',
      length: { '.data[].balances': 'One for each asset.' },
    },
    handler: (input, ctx) => accounts.listAccounts(input, ctx, options),
  }),
  defineOperation({
    name: 'ledger_account.create',
    kind: 'command',
    summary: 'Add an account to the chart.',
    auth: writer,
    input: Type.Object(schema.newAccount),
    output: schema.LedgerAccount,
    errors: [Invalid, JournalNotAllowed, LedgerAccountExists, AccountLimitExceeded],
    rest: [{ route: `POST ${at}`, status: 201, envelope: 'success' }],
    graphql: { field: 'ledgerCreateAccount' },
    exempt: {
      length: { '.balances': 'One for each asset.' },
      names: { '.name': 'An account in the chart.' },
    },
    handler: (input, ctx) => accounts.createAccount(input, ctx, options),
  }),
  defineOperation({
    name: 'ledger_account.get',
    kind: 'query',
    summary: 'One account of the chart with its balances.',
    auth: reader,
    input: Type.Object({ code }),
    output: schema.LedgerAccount,
    errors: [NotFound],
    rest: [{ route: `GET ${at}/:code`, envelope: 'success' }],
    exempt: { length: { '.balances': 'One for each asset.' } },
    handler: (input, ctx) => accounts.describeAccount(input.code, ctx, options),
  }),
  defineOperation({
    name: 'ledger_account.update',
    kind: 'command',
    summary: 'Rename, describe, activate or deactivate an account of the chart.',
    auth: writer,
    input: Type.Object({ code, ...schema.accountChange }),
    output: schema.LedgerAccount,
    errors: [NotFound, JournalNotAllowed],
    rest: [{ route: `PATCH ${at}/:code`, envelope: 'success' }],
    exempt: {
      length: { '.balances': 'One for each asset.' },
      names: { '.name': 'An account in the chart.' },
    },
    handler: ({ code: of, ...change }, ctx) => accounts.changeAccount(of, change, ctx, options),
  }),
  defineOperation({
    name: 'ledger_account.balance',
    kind: 'query',
    summary: 'The balance of an account of the chart, now or at the end of a day.',
    auth: reader,
    input: Type.Object({
      code,
      date: Type.Optional(described(Day, 'A day (UTC), whose end counts; default: now.')),
    }),
    output: schema.AccountBalance,
    errors: [NotFound, Invalid, JournalNotAllowed],
    rest: [{ route: `GET ${at}/:code/balance`, envelope: 'success' }],
    graphql: { field: 'ledgerBalance', args: { account_code: 'code' } },
    exempt: { length: { '.balances': 'One for each asset.' } },
    handler: (input, ctx) => accounts.describeBalance(input, ctx, options),
  }),
  defineOperation({
    name: 'ledger_account.history',
    kind: 'query',
    summary: 'The journal lines of an account with running sums, oldest first.',
    auth: reader,
    input: Type.Object({
      code,
      from: Type.Optional(described(Day, 'The first day (UTC); default: 30 days up to the last.')),
      to: Type.Optional(described(Day, 'The last day (UTC), included; default: today.')),
      currency: Type.Optional(
        Type.String({ maxLength: 10, description: 'Only lines in this asset.' }),
      ),
      ...pageInput,
    }),
    output: schema.AccountHistory,
    errors: [NotFound, Invalid, JournalNotAllowed],
    rest: [{ route: `GET ${at}/:code/history`, envelope: 'success_page' }],
    exempt: { length: { '.currencies': 'One for each asset.' } },
    handler: (input, ctx) => accounts.describeHistory(input, ctx, options),
  }),
  defineOperation({
    name: 'ledger_account.movements',
    kind: 'query',
    summary:
      'The moves of the ledger core that changed an account of the chart, newest first, for operators. Moves within the account, such as payments between customers, change nothing and are left out.',
    auth: operator,
    input: Type.Object({
      code,
      from: Type.Optional(described(Day, 'The first day (UTC); default: 30 days up to the last.')),
      to: Type.Optional(described(Day, 'The last day (UTC), included; default: today.')),
      currency: Type.Optional(
        Type.String({ maxLength: 10, description: 'Only moves of this asset.' }),
      ),
      before: Type.Optional(
        Type.String({ pattern: '^\\d{1,18}$', description: '`next` of the page before.' }),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: PER_PAGE_MAX,
        default: 50,
        description: 'The largest number of moves to return.',
      }),
      format: Type.Enum(['json', 'csv'], {
        $id: 'LedgerMovementsFormat',
        description: `A CSV file has the newest ${LINES_WRITTEN_MAX.toLocaleString('en-US')}.`,
        default: 'json',
      }),
    }),
    output: schema.Movements,
    errors: [NotFound, Invalid],
    rest: [
      {
        route: `GET ${at}/:code/movements`,
        envelope: 'bare',
        files: { csv: movementFile(options) },
      },
    ],
    handler: (input, ctx) => listMovements(input, ctx, options),
  }),
]
