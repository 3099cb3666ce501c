// Operations for deposits, withdrawals and transfers. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import type { Listen } from '../../../operation/event-listener.ts'
import { after } from '../../../operation/live-field.ts'
import { defineOperation, definePosting, defineSubscription } from '../../../operation/operation.ts'
import { cash, ownMoney } from '../../../operation/spending.ts'
import { streamErrors } from '../../../operation/stream-errors.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { FundingNotAllowed } from '../funding/index.ts'
import { postingErrors } from '../ledger/index.ts'
import {
  BulkTransferRejected,
  DestinationAccountFrozen,
  guardErrors,
  InsufficientBalance,
  SourceAccountFrozen,
  UnauthorizedTransfer,
} from './errors.ts'
import { followTransfer, getTransfer, listTransfers } from './queries.ts'
import * as schema from './schema.ts'
import type { GuardCheck } from './guards.ts'
import {
  type CashOptions,
  planBulk,
  planCash,
  planTransfer,
  type TransferOptions,
} from './service.ts'

export const transferErrors = [
  ...postingErrors,
  Invalid,
  UnauthorizedTransfer,
  SourceAccountFrozen,
  DestinationAccountFrozen,
  ...guardErrors,
]

export interface OperationOptions extends CashOptions, TransferOptions {
  readonly guards: GuardCheck
  readonly listen: Listen
}

export const makeOperations = (options: OperationOptions) => [
  definePosting({
    name: 'account.deposit',
    summary: 'Put money into an account.',
    auth: writer,
    input: Type.Object(schema.cashInput),
    output: schema.CashMovement,
    errors: [NotFound, Forbidden, FundingNotAllowed, Invalid, ...postingErrors],
    rest: [
      { route: 'POST /api/accounts/:uuid/deposit', envelope: 'bare' },
      { route: 'POST /api/v2/accounts/:uuid/deposit', envelope: 'bare' },
    ],
    graphql: { schema: 'account', field: 'deposit' },
    handler: (input, ctx) => planCash('deposit', input, ctx, options),
  }),
  definePosting({
    name: 'account.withdraw',
    summary: 'Take money out of an account.',
    auth: writer,
    spends: cash,
    input: Type.Object(schema.cashInput),
    output: schema.CashMovement,
    errors: [
      NotFound,
      Forbidden,
      FundingNotAllowed,
      Invalid,
      InsufficientBalance,
      ...postingErrors,
    ],
    rest: [
      { route: 'POST /api/accounts/:uuid/withdraw', envelope: 'bare' },
      { route: 'POST /api/v2/accounts/:uuid/withdraw', envelope: 'bare' },
    ],
    graphql: { schema: 'account', field: 'withdraw' },
    exempt: { guards: 'The teller who pays the cash out checks the customer.' },
    handler: (input, ctx) => planCash('withdrawal', input, ctx, options),
  }),
  definePosting({
    name: 'transfer.create',
    summary: 'Create a transfer: send money from an account of the caller to any other account.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object({
      ...schema.transferInput,
      workflow_enabled: Type.Optional(
        Type.Boolean({
          description:
            'False completes the transfer within this call; true, the default, completes it shortly afterwards.',
        }),
      ),
      simulate: Type.Optional(
        Type.Boolean({ description: 'Report what would happen without moving money.' }),
      ),
    }),
    output: schema.TransferCreated,
    errors: transferErrors,
    rest: [
      { route: 'POST /api/transfers', status: 201, envelope: 'bare' },
      { route: 'POST /api/v2/transfers', status: 201, envelope: 'bare' },
    ],
    handler: (input, ctx) => options.guards.ask(planTransfer(input, ctx, options), ctx),
  }),
  definePosting({
    name: 'transfer.bulk',
    summary: 'Make up to 1,000 transfers in one call: all or none, or each independently.',
    auth: writer,
    spends: ownMoney,
    input: Type.Object(schema.bulkInput),
    output: schema.BulkResult,
    errors: [...transferErrors, BulkTransferRejected],
    rest: [{ route: 'POST /api/v2/transfers/bulk', status: 201, envelope: 'bare' }],
    exempt: { length: { '.data.results': 'One for each transfer that was asked for.' } },
    handler: (input, ctx) => options.guards.ask(planBulk(input, ctx, options), ctx),
  }),
  defineOperation({
    name: 'transfer.get',
    kind: 'query',
    summary: 'One transfer; the owners of both accounts may read it.',
    auth: reader,
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the transfer.' }),
    }),
    output: schema.Transfer,
    errors: [NotFound, Forbidden],
    rest: [
      { route: 'GET /api/transfers/:uuid', envelope: 'data' },
      { route: 'GET /api/v2/transfers/:uuid', envelope: 'data' },
    ],
    handler: (input, ctx) => getTransfer(input.uuid, ctx, options.assets),
  }),
  defineOperation({
    name: 'transfer.list',
    kind: 'query',
    summary: 'The transfers of an account, newest first; the total counts up to 10,000.',
    auth: reader,
    input: Type.Object({
      uuid: Type.String({ maxLength: 255, description: 'The uuid of the account.' }),
      ...pageInput,
    }),
    output: PageOf(schema.ListedTransfer),
    errors: [NotFound, Forbidden],
    rest: [
      { route: 'GET /api/accounts/:uuid/transfers', envelope: 'page' },
      { route: 'GET /api/v1/accounts/:uuid/transfers', envelope: 'page' },
      { route: 'GET /api/v2/accounts/:uuid/transfers', envelope: 'page' },
    ],
    graphql: { args: { account_uuid: 'uuid' } },
    handler: async (input, ctx) => {
      const { transfers, total } = await listTransfers(input, ctx, options.assets)
      return toPage(transfers, total, input)
    },
  }),
  defineSubscription({
    name: 'transfer.completion',
    summary:
      'The transfer once its money has arrived; the subscription then ends, without an item if the transfer fails.',
    auth: reader,
    input: Type.Object({ uuid: Type.String({ maxLength: 255 }), after }),
    output: schema.TransferCompletion,
    errors: streamErrors,
    rest: [],
    graphql: {
      field: 'transferCompleted',
      argument: { name: 'id', input: 'uuid', type: 'ID' },
      isLast: () => true,
    },
    handler: (input, ctx) => followTransfer(input, ctx, options),
  }),
]
