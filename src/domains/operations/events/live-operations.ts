// Subscriptions to one thing each. They have no REST form: GraphQL shows them, and REST has the stream of all events.
import { Type } from 'typebox'
import { after } from '../../../operation/live-field.ts'
import { reader } from '../../../operation/auth.ts'
import { defineSubscription } from '../../../operation/operation.ts'
import { streamErrors as errors } from '../../../operation/stream-errors.ts'
import * as live from './live-updates.ts'
import * as schema from './live-schema.ts'

const uuid = Type.String({ maxLength: 255 })

/** No update follows the closing of an account. */
const isClosed = (data: unknown): boolean =>
  (data as { readonly status?: unknown } | null)?.status === 'closed'

export const makeLiveOperations = (options: live.LiveOptions) => [
  defineSubscription({
    name: 'account.updates',
    summary: 'The account whenever its balance, name or status changes.',
    auth: reader,
    input: Type.Object({ uuid, after }),
    output: schema.AccountUpdate,
    errors,
    rest: [],
    graphql: {
      schema: 'account',
      field: 'accountUpdated',
      argument: { name: 'id', input: 'uuid', type: 'ID' },
      isLast: isClosed,
    },
    handler: (input, ctx) => live.followAccount(input, ctx, options),
  }),
  defineSubscription({
    name: 'transaction.arrivals',
    summary: 'Each new transaction of an account.',
    auth: reader,
    input: Type.Object({ uuid, after }),
    output: schema.TransactionArrival,
    errors,
    rest: [],
    graphql: {
      schema: 'transaction',
      field: 'transactionCreated',
      argument: { name: 'accountId', input: 'uuid', type: 'ID' },
    },
    handler: (input, ctx) => live.followTransactions(input, ctx, options),
  }),
  defineSubscription({
    name: 'transfer.completion',
    summary:
      'The transfer once its money has arrived; the subscription then ends, without an item if the transfer fails.',
    auth: reader,
    input: Type.Object({ uuid, after }),
    output: schema.TransferCompletion,
    errors,
    rest: [],
    graphql: {
      schema: 'transfer',
      field: 'transferCompleted',
      argument: { name: 'id', input: 'uuid', type: 'ID' },
      isLast: () => true,
    },
    handler: (input, ctx) => live.followTransfer(input, ctx, options),
  }),
  defineSubscription({
    name: 'order.matches',
    summary: 'Each match of an order of a pair, of any user.',
    auth: reader,
    input: Type.Object({ pair: Type.String({ maxLength: 32 }), after }),
    output: schema.OrderMatch,
    errors,
    rest: [],
    graphql: {
      schema: 'exchange',
      field: 'orderMatched',
      argument: { name: 'pair', input: 'pair', type: 'String' },
    },
    handler: (input, ctx) => live.followOrders(input, ctx, options),
  }),
]
