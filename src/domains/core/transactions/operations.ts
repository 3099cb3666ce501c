// Operations on the transaction history and on statements. Read this file first.
import { Type } from 'typebox'
import { PageOf, PER_PAGE_MAX, RowsOf, toPage } from '../../../kernel/page.ts'
import { described, olderName } from '../../../kernel/schema.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import type { Listen } from '../../../operation/event-listener.ts'
import { after } from '../../../operation/live-field.ts'
import type { LongWork } from '../../../operation/long-work.ts'
import {
  defineOperation,
  defineSubscription,
  type FileFormat,
} from '../../../operation/operation.ts'
import { streamErrors } from '../../../operation/stream-errors.ts'
import { reader } from '../../../operation/auth.ts'
import { tasksOf } from '../../../platform/workers.ts'
import type { AccountDirectory } from '../account-numbers/index.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import {
  followTransactions,
  getTransaction,
  listNewestOfMany,
  listTransactions,
} from './service.ts'
import { TimeInput } from './period.ts'
import { CSV_LINES_MAX, listFile } from './list-csv.ts'
import * as schema from './schema.ts'
import { planStatement, Statement } from './statements/service.ts'
import type * as statementTasks from './statements/tasks.ts'

const statementTask = tasksOf<typeof statementTasks>(
  new URL('./statements/tasks.ts', import.meta.url),
)

const statementFile = (
  work: LongWork,
  directory: AccountDirectory,
  format: 'csv' | 'pdf',
  content_type: string,
): FileFormat => ({
  content_type,
  async render(input: Parameters<typeof planStatement>[0], ctx) {
    const plan = await planStatement(input, ctx, directory)
    const file = await work(statementTask('writeFile'), { plan, format }, ctx.caller)
    const { buffer, byteOffset, byteLength } = file.body
    return { name: file.name, body: Buffer.from(buffer, byteOffset, byteLength) }
  },
})

export const makeOperations = (
  assets: AssetCatalogue,
  directory: AccountDirectory,
  work: LongWork,
  listen: Listen,
) => [
  defineOperation({
    name: 'transaction.list',
    kind: 'query',
    summary:
      'Transactions of all accounts that the caller owns or manages, newest first; with a filter by type or time the total counts up to 10,000.',
    auth: reader,
    input: Type.Object({
      ...schema.historyInput,
      account_uuid: Type.Optional(
        Type.String({ maxLength: 255, description: 'Only this account.' }),
      ),
      format: Type.Enum(['json', 'csv'], {
        $id: 'TransactionListFormat',
        description: `A CSV file has the first ${CSV_LINES_MAX.toLocaleString('en-US')} that match, without pages.`,
        default: 'json',
      }),
    }),
    output: PageOf(schema.Transaction),
    errors: [NotFound, Forbidden, Invalid],
    rest: [
      { route: 'GET /api/transactions', envelope: 'page' },
      { route: 'GET /api/v2/transactions', envelope: 'page', files: { csv: listFile(assets) } },
    ],
    handler: async (input, ctx) => {
      const list = await listTransactions(input.account_uuid, input, ctx, assets)
      return toPage(list.transactions, list.total, input)
    },
  }),
  defineOperation({
    name: 'account.transactions',
    kind: 'query',
    summary:
      'The transactions of an account, newest first; with a filter by type or time the total counts up to 10,000.',
    auth: reader,
    input: Type.Object({
      uuid: schema.accountId,
      ...schema.historyInput,
      limit: Type.Optional(olderName('per_page', Type.Integer({ minimum: 1, maximum: 100 }))),
    }),
    output: PageOf(schema.Transaction),
    errors: [NotFound, Forbidden, Invalid],
    rest: [
      { route: 'GET /api/accounts/:uuid/transactions', envelope: 'page' },
      { route: 'GET /api/v1/accounts/:uuid/transactions', envelope: 'page' },
      { route: 'GET /api/v2/accounts/:uuid/transactions', envelope: 'page' },
    ],
    handler: async ({ uuid, limit, ...input }, ctx) => {
      const request = { ...input, per_page: limit ?? input.per_page }
      const list = await listTransactions(uuid, request, ctx, assets)
      return toPage(list.transactions, list.total, request)
    },
  }),
  defineOperation({
    name: 'account.transactions_of_many',
    kind: 'query',
    summary: 'The newest transactions of each of several accounts.',
    auth: reader,
    input: Type.Object({
      uuids: Type.Array(schema.accountId, { maxItems: PER_PAGE_MAX }),
      limit: Type.Integer({ minimum: 1, maximum: schema.NEWEST_MAX, default: 5 }),
    }),
    output: Type.Object({
      data: RowsOf(
        Type.Object({
          account_uuid: schema.Transaction.properties.account_uuid,
          transactions: Type.Array(schema.Transaction, { maxItems: schema.NEWEST_MAX }),
        }),
      ),
    }),
    errors: [],
    rest: [],
    graphql: {
      relations: [
        {
          types: ['Account'],
          field: 'transactions',
          description: 'The newest transactions of the account.',
          by: 'uuid',
          keys: ['uuids', 'account_uuid'],
          show: 'transactions',
          first: { usual: 5, most: 20 },
        },
      ],
    },
    handler: async ({ uuids, limit }, ctx) => ({
      data: await listNewestOfMany(uuids, limit, ctx, assets),
    }),
  }),
  defineOperation({
    name: 'transaction.get',
    kind: 'query',
    summary: 'One transaction.',
    auth: reader,
    input: Type.Object({
      id: Type.String({ maxLength: 255, description: 'The uuid of the transaction.' }),
    }),
    output: schema.Transaction,
    errors: [NotFound, Forbidden],
    rest: [
      { route: 'GET /api/transactions/:id', envelope: 'data' },
      { route: 'GET /api/v2/transactions/:id', envelope: 'data' },
    ],
    graphql: { args: { uuid: 'id' } },
    handler: (input, ctx) => getTransaction(input.id, ctx, assets),
  }),
  defineOperation({
    name: 'account.statement',
    kind: 'query',
    summary:
      'The statement of an account for a period; the current month so far when none is given.',
    auth: reader,
    input: Type.Object({
      uuid: schema.accountId,
      from: Type.Optional(
        described(TimeInput, 'The start of the period; the start of the month when absent.'),
      ),
      to: Type.Optional(described(TimeInput, 'The end of the period; now when absent.')),
      format: Type.Enum(['json', 'csv', 'pdf'], {
        $id: 'StatementFormat',
        description: 'The format of the statement.',
        default: 'json',
      }),
    }),
    output: Statement,
    errors: [NotFound, Forbidden, Invalid],
    rest: [
      {
        route: 'GET /api/v2/accounts/:uuid/statement',
        envelope: 'data',
        files: {
          csv: statementFile(work, directory, 'csv', 'text/csv; charset=utf-8'),
          pdf: statementFile(work, directory, 'pdf', 'application/pdf'),
        },
      },
    ],
    exempt: {
      length: {
        '.assets': 'One for each asset.',
        '.assets[].transactions': 'All of a period, read in a worker.',
      },
    },
    heavy: true,
    // An interface without file downloads, such as GraphQL, answers every format with JSON.
    handler: async (input, ctx) => {
      const plan = await planStatement({ ...input, format: 'json' }, ctx, directory)
      return work(statementTask('readLines'), plan, ctx.caller)
    },
  }),
  defineSubscription({
    name: 'transaction.arrivals',
    summary: 'Each new transaction of an account.',
    auth: reader,
    input: Type.Object({ uuid: schema.accountId, after }),
    output: schema.TransactionArrival,
    errors: streamErrors,
    rest: [],
    graphql: {
      field: 'transactionCreated',
      argument: { name: 'accountId', input: 'uuid', type: 'ID' },
    },
    handler: (input, ctx) => followTransactions(input, ctx, listen),
  }),
]
