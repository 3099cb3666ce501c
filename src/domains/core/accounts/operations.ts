// Operations on accounts and balances, in the specification's order. Read this file first.
import { isOperator } from '../../../operation/caller.ts'
import { Type } from 'typebox'
import { formatDecimal, formatMoney, toJsonInteger } from '../../../kernel/money.ts'
import { PageOf, pageInput, RowsOf, toPage } from '../../../kernel/page.ts'
import { MetadataInput } from '../../../kernel/schema.ts'
import type { Batches } from '../../../operation/batches.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import type { Listen } from '../../../operation/event-listener.ts'
import { after } from '../../../operation/live-field.ts'
import { defineBatched, defineOperation, defineSubscription } from '../../../operation/operation.ts'
import { streamErrors } from '../../../operation/stream-errors.ts'
import { reader, remover, writer } from '../../../operation/auth.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { FundingNotAllowed } from '../funding/index.ts'
import {
  AccountFrozen,
  DebtOutstanding,
  getAccount,
  listBalances,
  postingErrors,
} from '../ledger/index.ts'
import { AccountAlreadyFrozen, AccountHasBalance, AccountNotFrozen } from './errors.ts'
import type { OpeningRequest } from './openings.ts'
import * as schema from './schema.ts'
import { getCallerAccount } from './caller-accounts.ts'
import * as service from './service.ts'

const uuid = Type.String({ maxLength: 255, description: 'The uuid of the account.' })
const Message = Type.Object({ message: Type.String() }, { $id: 'Message' })

const UserUuid = Type.String({ format: 'uuid', description: 'The user who will own the account.' })

const newAccount = {
  name: schema.AccountName,
  type: Type.Optional(schema.AccountType),
  initial_balance: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'US cents.' }),
  ),
  metadata: Type.Optional(MetadataInput),
}

const balanceFilter = {
  asset: Type.Optional(Type.String({ maxLength: 10, description: 'Only this asset.' })),
  positive: Type.Optional(Type.Boolean({ description: 'Only balances above zero.' })),
}

const openingErrors = [Forbidden, FundingNotAllowed, Invalid, ...postingErrors]

export interface AccountOptions {
  readonly assets: AssetCatalogue
  readonly openings: Pick<Batches<OpeningRequest>, 'run'>
  readonly listen: Listen
}

/** No update follows the closing of an account. */
const isClosed = (data: unknown): boolean =>
  (data as { readonly status?: unknown } | null)?.status === 'closed'

export const makeOperations = (options: AccountOptions) => [
  defineOperation({
    name: 'account.list',
    kind: 'query',
    summary: 'The accounts the caller owns or manages, newest first.',
    auth: reader,
    input: Type.Object(pageInput),
    output: PageOf(schema.Account),
    errors: [],
    rest: [
      { route: 'GET /api/accounts', envelope: 'page' },
      { route: 'GET /api/v1/accounts', envelope: 'page' },
      { route: 'GET /api/v2/accounts', envelope: 'page' },
    ],
    handler: async (page, ctx) => {
      const { accounts, total } = await service.listAccounts(page, ctx)
      return toPage(accounts, total, page)
    },
  }),
  defineBatched({
    name: 'account.create',
    summary: 'Open an account for a user, with an initial balance if one is given.',
    auth: writer,
    input: Type.Object({ user_uuid: UserUuid, ...newAccount }),
    output: schema.AccountWithMessage,
    errors: openingErrors,
    rest: [{ route: 'POST /api/accounts', status: 201, envelope: 'bare' }],
    graphql: { omit: 'The older form of account.open.' },
    exempt: { names: { '.name': 'An account.' } },
    batches: options.openings,
    handler: (input) => input,
  }),
  defineBatched({
    name: 'account.open',
    summary: 'Open an account, for the caller unless another user is named.',
    auth: writer,
    input: Type.Object({
      user_uuid: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The user who will own the account; the caller when absent.',
        }),
      ),
      ...newAccount,
    }),
    output: schema.AccountWithMessage,
    errors: openingErrors,
    rest: [{ route: 'POST /api/v2/accounts', status: 201, envelope: 'bare' }],
    graphql: { field: 'createAccount' },
    exempt: { names: { '.name': 'An account.' } },
    batches: options.openings,
    handler: (input, ctx) => ({ ...input, user_uuid: input.user_uuid ?? ctx.caller.user! }),
  }),
  defineOperation({
    name: 'account.get',
    kind: 'query',
    summary: 'One account.',
    auth: reader,
    input: Type.Object({ uuid }),
    output: schema.Account,
    errors: [NotFound, Forbidden],
    rest: [
      { route: 'GET /api/accounts/:uuid', envelope: 'data' },
      { route: 'GET /api/v2/accounts/:uuid', envelope: 'data' },
    ],
    graphql: { args: { id: 'uuid' }, also: { accountByUuid: {} } },
    handler: async (input, ctx) => service.toAccount(await getCallerAccount(input.uuid, ctx)),
  }),
  defineOperation({
    name: 'account.update',
    kind: 'command',
    summary: 'Change the name or the metadata of an account.',
    auth: writer,
    subject: 'account.get',
    input: Type.Object({
      uuid,
      name: Type.Optional(schema.AccountName),
      metadata: Type.Optional(MetadataInput),
    }),
    output: schema.AccountWithMessage,
    errors: [NotFound, Forbidden, Invalid],
    rest: [
      { route: 'PUT /api/accounts/:uuid', envelope: 'bare' },
      { route: 'PATCH /api/accounts/:uuid', envelope: 'bare' },
      { route: 'PUT /api/v2/accounts/:uuid', envelope: 'bare' },
      { route: 'PATCH /api/v2/accounts/:uuid', envelope: 'bare' },
    ],
    exempt: { names: { '.name': 'An account.' } },
    handler: async ({ uuid: id, ...change }, ctx) => {
      const account = await service.updateAccount(id, change, ctx)
      return { data: service.toAccount(account), message: 'The account is changed.' }
    },
  }),
  defineOperation({
    name: 'account.freeze',
    kind: 'command',
    summary:
      'Freeze an account: no money moves in or out until the user who froze it, or an operator, unfreezes it.',
    auth: writer,
    subject: 'account.get',
    input: Type.Object({ uuid, ...schema.StatusChangeInput }),
    output: Message,
    errors: [NotFound, Forbidden, AccountAlreadyFrozen],
    rest: [
      { route: 'POST /api/accounts/:uuid/freeze', envelope: 'bare' },
      { route: 'POST /api/v2/accounts/:uuid/freeze', envelope: 'bare' },
    ],
    graphql: {
      args: { id: 'uuid' },
      answers: 'account.get',
      defaults: { reason: 'Requested through GraphQL.' },
    },
    handler: async ({ uuid: id, ...request }, ctx) => {
      await service.freezeAccount(id, request, ctx)
      return { message: 'The account is frozen.' }
    },
  }),
  defineOperation({
    name: 'account.unfreeze',
    kind: 'command',
    summary: 'Unfreeze an account; only the user who froze it or an operator may do this.',
    auth: writer,
    subject: 'account.get',
    input: Type.Object({ uuid, ...schema.StatusChangeInput }),
    output: Message,
    errors: [NotFound, Forbidden, AccountNotFrozen],
    rest: [
      { route: 'POST /api/accounts/:uuid/unfreeze', envelope: 'bare' },
      { route: 'POST /api/v2/accounts/:uuid/unfreeze', envelope: 'bare' },
    ],
    graphql: {
      args: { id: 'uuid' },
      answers: 'account.get',
      form: 'flat',
      defaults: { reason: 'Requested through GraphQL.' },
    },
    handler: async ({ uuid: id, ...request }, ctx) => {
      await service.unfreezeAccount(id, request, ctx)
      return { message: 'The account is active again.' }
    },
  }),
  defineOperation({
    name: 'account.delete',
    kind: 'command',
    summary: 'Close an account that is empty and not frozen.',
    auth: remover,
    subject: 'account.get',
    input: Type.Object({ uuid }),
    output: Message,
    errors: [NotFound, Forbidden, AccountHasBalance, AccountFrozen, DebtOutstanding],
    rest: [
      { route: 'DELETE /api/accounts/:uuid', envelope: 'bare' },
      { route: 'DELETE /api/v2/accounts/:uuid', envelope: 'bare' },
    ],
    handler: async (input, ctx) => {
      await service.closeAccount(input.uuid, ctx, options.assets)
      return { message: 'The account is closed.' }
    },
  }),
  defineOperation({
    name: 'account.balances',
    kind: 'query',
    summary: 'The balance of an account in each asset, in smallest units.',
    auth: reader,
    input: Type.Object({ uuid, ...balanceFilter }),
    output: schema.AccountBalances,
    errors: [NotFound, Forbidden],
    rest: [
      { route: 'GET /api/accounts/:uuid/balances', envelope: 'data', plainNotFound: true },
      { route: 'GET /api/v1/accounts/:uuid/balances', envelope: 'data', plainNotFound: true },
    ],
    graphql: { omit: 'The older form of account.balances_decimal.' },
    exempt: { length: { '.balances': 'One for each asset.' } },
    handler: async ({ uuid: id, ...filter }, ctx) =>
      service.toBalances(await getAccount(ctx.tx, id, ctx.caller), options.assets, filter),
  }),
  defineOperation({
    name: 'account.balances_decimal',
    kind: 'query',
    summary: 'The available, reserved and total balance of an account in each asset.',
    auth: reader,
    input: Type.Object({ uuid, ...balanceFilter }),
    output: schema.AccountBalancesV2,
    errors: [NotFound, Forbidden],
    rest: [{ route: 'GET /api/v2/accounts/:uuid/balances', envelope: 'data', plainNotFound: true }],
    graphql: { field: 'accountBalances' },
    exempt: { length: { '.balances': 'One for each asset.' } },
    handler: async ({ uuid: id, ...filter }, ctx) =>
      service.toBalances(await getAccount(ctx.tx, id, ctx.caller), options.assets, filter),
  }),
  defineOperation({
    name: 'account.get_many',
    kind: 'query',
    summary: 'Those of the given accounts that are open and that the caller may use.',
    auth: reader,
    input: Type.Object({ uuids: schema.AccountIds }),
    output: Type.Object({ data: RowsOf(schema.Account) }),
    errors: [],
    rest: [],
    graphql: {
      relations: [
        {
          types: ['Transaction'],
          field: 'account',
          description: 'The account, if the caller may see it.',
          by: 'account_uuid',
          keys: ['uuids', 'uuid'],
        },
        {
          types: ['Transfer', 'ListedTransfer', 'CreatedTransfer'],
          field: 'from',
          description: 'The account that the money leaves, if the caller may see it.',
          by: 'from_account',
          keys: ['uuids', 'uuid'],
        },
        {
          types: ['Transfer', 'ListedTransfer', 'CreatedTransfer'],
          field: 'to',
          description: 'The account that the money reaches, if the caller may see it.',
          by: 'to_account',
          keys: ['uuids', 'uuid'],
        },
      ],
    },
    exempt: { pages: 'One for each account that was named.' },
    handler: async ({ uuids }, ctx) => ({
      data: (await service.listAccountsByIds(uuids, ctx)).map(service.toAccount),
    }),
  }),
  defineOperation({
    name: 'account.balances_of_many',
    kind: 'query',
    summary: 'The balances of those of the given accounts that the caller may use.',
    auth: reader,
    input: Type.Object({ uuids: schema.AccountIds }),
    output: Type.Object({
      data: RowsOf(
        Type.Object({
          account_uuid: schema.AccountBalancesV2.properties.account_uuid,
          balances: schema.AccountBalancesV2.properties.balances,
        }),
      ),
    }),
    errors: [],
    rest: [],
    graphql: {
      relations: [
        {
          types: ['Account'],
          field: 'balances',
          description: 'The balances of the account, one for each asset.',
          by: 'uuid',
          keys: ['uuids', 'account_uuid'],
          show: 'balances',
        },
      ],
    },
    exempt: {
      pages: 'One for each account that was named.',
      length: { '.data[].balances': 'One for each asset.' },
    },
    handler: async ({ uuids }, ctx) => ({
      data: (await service.listAccountsByIds(uuids, ctx)).map(({ account }) =>
        service.toBalances(account, options.assets, {}),
      ),
    }),
  }),
  defineOperation({
    name: 'balance.list',
    kind: 'query',
    summary:
      'Balances of all accounts of the caller, largest first; operators see those of every account.',
    auth: reader,
    input: Type.Object({
      asset: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z]{3,10}$',
          description: 'Only balances of this asset; its code in any case.',
        }),
      ),
      min_balance: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: Number.MAX_SAFE_INTEGER,
          description: 'The smallest balance to list, in the smallest unit.',
        }),
      ),
      user_uuid: Type.Optional(
        Type.String({ format: 'uuid', description: 'Only balances of this user.' }),
      ),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 50,
        description: 'The most balances to return.',
      }),
    }),
    output: schema.BalanceList,
    errors: [],
    rest: [{ route: 'GET /api/balances', envelope: 'bare' }],
    handler: async (input, ctx) => {
      const { rows, total_accounts, total_balances, totals } = await listBalances(ctx.tx, {
        environment: ctx.caller.environment,
        caller: isOperator(ctx.caller) ? undefined : ctx.caller.user,
        asset: input.asset?.toUpperCase(),
        min_units: input.min_balance,
        user_uuid: input.user_uuid,
        limit: input.limit,
      })
      return {
        data: rows.map((row) => ({
          account_uuid: row.account_id,
          asset_code: row.asset,
          balance: toJsonInteger(row.units),
          formatted: formatMoney({ units: row.units, asset: options.assets.get(row.asset) }),
          account: { uuid: row.account_id, user_uuid: row.user_uuid },
        })),
        meta: {
          total_accounts,
          total_balances,
          asset_totals: Object.fromEntries(
            totals.map(({ asset, units }) => [
              asset,
              formatDecimal({ units, asset: options.assets.get(asset) }),
            ]),
          ),
        },
      }
    },
  }),
  defineSubscription({
    name: 'account.updates',
    summary: 'The account whenever its balance, name or status changes.',
    auth: reader,
    input: Type.Object({ uuid, after }),
    output: schema.AccountUpdate,
    errors: streamErrors,
    rest: [],
    graphql: {
      field: 'accountUpdated',
      argument: { name: 'id', input: 'uuid', type: 'ID' },
      isLast: isClosed,
    },
    handler: (input, ctx) => service.followAccount(input, ctx, options.listen),
  }),
]
