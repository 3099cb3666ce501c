// Operations that reverse transactions and report on reversals.
import { Type } from 'typebox'
import { plainText } from '../../../../kernel/text.ts'
import { DateTime, Nullable, Uuid, olderName } from '../../../../kernel/schema.ts'
import { Forbidden, Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { cash, type Spends } from '../../../../operation/spending.ts'
import { AmountInput, AssetCode } from '../../assets/index.ts'
import { FundingNotAllowed } from '../../funding/index.ts'
import { postingErrors } from '../../ledger/index.ts'
import { AlreadyReversed, NotReversible } from '../errors.ts'
import {
  getReversal,
  listReversals,
  reverse,
  type ReversalOptions,
  type ReversalRequest,
  toReversal,
} from './service.ts'
import { accountId } from '../schema.ts'
import type { Context } from '../../../../operation/operation.ts'
import { reader, writer } from '../../../../operation/auth.ts'

const TransactionSide = Type.Enum(['debit', 'credit'], {
  $id: 'TransactionSide',
  description: 'Whether the original transaction was a debit or a credit of the account.',
})

const TransactionId = Type.String({
  maxLength: 255,
  description: 'The uuid of the transaction to reverse.',
})
const Reason = Type.String({ ...plainText(500), description: 'The reason for the reversal.' })

const reversalInput = {
  transaction_id: Type.Optional(TransactionId),
  original_transaction_id: Type.Optional(olderName('transaction_id', TransactionId)),
  reason: Type.Optional(Reason),
  reversal_reason: Type.Optional(olderName('reason', Reason)),
  amount: Type.Optional(AmountInput),
  asset_code: Type.Optional(AssetCode),
  transaction_type: Type.Optional(TransactionSide),
  authorized_by: Type.Optional(
    Type.String({
      ...plainText(255),
      description: 'The name of the person who decided it; it grants no right.',
    }),
  ),
}

const reversalFields = {
  reversal_id: Type.String(),
  account_uuid: Uuid,
  amount: Type.String(),
  asset_code: Type.String(),
  transaction_type: TransactionSide,
  reversal_reason: Type.String(),
  original_transaction_id: Uuid,
  authorized_by: Nullable(Type.String()),
  status: Type.String(),
  created_at: DateTime,
}

const ReversalStarted = Type.Object(
  {
    message: Type.String(),
    data: Type.Object(reversalFields, { $id: 'StartedReversal' }),
  },
  { $id: 'ReversalWithMessage' },
)

const ReversalList = Type.Object(
  {
    data: Type.Array(
      Type.Object({ ...reversalFields, completed_at: Nullable(DateTime) }, { $id: 'Reversal' }),
      { maxItems: 100 },
    ),
    pagination: Type.Object(
      { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() },
      { $id: 'OffsetPagination' },
    ),
  },
  { $id: 'ReversalList' },
)

/** All steps are done in the database transaction that makes the reversal. */
const STEPS = [
  'validation',
  'authorization_check',
  'balance_verification',
  'reversal_execution',
  'audit_logging',
] as const

const ReversalProgress = Type.Object(
  {
    reversal_id: Type.String(),
    status: Type.String(),
    progress: Type.Integer({ description: 'Percent.' }),
    steps_completed: Type.Array(Type.String(), { maxItems: 10 }),
    error_message: Nullable(Type.String()),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'ReversalProgress' },
)

const reversalErrors = [
  NotFound,
  Forbidden,
  FundingNotAllowed,
  Invalid,
  NotReversible,
  AlreadyReversed,
  ...postingErrors,
]

/** Money goes back to its payer; cash follows the rule for cash. */
const reversing: Spends = {
  ...cash,
  people: {
    guarded:
      'Only the receiver of the money or an operator; cash only by callers who may fund accounts.',
  },
}

export const makeReversalOperations = (options: ReversalOptions) => {
  const { assets } = options
  const start = async (request: ReversalRequest, ctx: Context) => {
    const reversal = toReversal(await reverse(request, ctx, options), assets)
    return {
      message: `${reversal.amount} ${reversal.asset_code} of the transaction reversed.`,
      // Clients of this route expect this word, although the money has moved already.
      data: { ...reversal, status: 'initiated' },
    }
  }
  return [
    defineOperation({
      name: 'transaction.reverse',
      kind: 'command',
      summary: 'Reverse a completed transaction, in full or in part.',
      auth: writer,
      spends: reversing,
      input: Type.Object(reversalInput),
      output: ReversalStarted,
      errors: reversalErrors,
      rest: [
        { route: 'POST /api/transactions/reverse', envelope: 'bare' },
        { route: 'POST /api/v2/transactions/reverse', envelope: 'bare' },
      ],
      exempt: { guards: 'Money goes back where it came from.' },
      handler: start,
    }),
    defineOperation({
      name: 'account.reverse_transaction',
      kind: 'command',
      summary: 'Reverse a completed transaction of an account, in full or in part.',
      auth: writer,
      spends: reversing,
      input: Type.Object({ uuid: accountId, ...reversalInput }),
      output: ReversalStarted,
      errors: reversalErrors,
      rest: [
        { route: 'POST /api/accounts/:uuid/transactions/reverse', envelope: 'bare' },
        { route: 'POST /api/v2/accounts/:uuid/transactions/reverse', envelope: 'bare' },
      ],
      graphql: { omit: 'The older form of transaction.reverse.' },
      exempt: { guards: 'Money goes back where it came from.' },
      handler: start,
    }),
    defineOperation({
      name: 'account.reversals',
      kind: 'query',
      summary: 'Reversals of the transactions of an account, newest first.',
      auth: reader,
      input: Type.Object({
        uuid: accountId,
        limit: Type.Integer({
          minimum: 1,
          maximum: 100,
          default: 20,
          description: 'The most reversals to return.',
        }),
        offset: Type.Integer({
          minimum: 0,
          maximum: 1_000_000_000,
          default: 0,
          description: 'The number of reversals to skip first.',
        }),
      }),
      output: ReversalList,
      errors: [NotFound, Forbidden],
      rest: [
        { route: 'GET /api/accounts/:uuid/transactions/reversals', envelope: 'bare' },
        { route: 'GET /api/v2/accounts/:uuid/transactions/reversals', envelope: 'bare' },
      ],
      handler: async ({ uuid, limit, offset }, ctx) => {
        const { rows, total } = await listReversals(uuid, { limit, offset }, ctx)
        return {
          data: rows.map((row) => ({
            ...toReversal(row, assets),
            status: 'completed',
            completed_at: row.created_at,
          })),
          pagination: { total, limit, offset },
        }
      },
    }),
    defineOperation({
      name: 'reversal.status',
      kind: 'query',
      summary: 'The progress of a reversal.',
      auth: reader,
      input: Type.Object({
        reversal_id: Type.String({
          maxLength: 255,
          description: 'The reversal_id of the reversal.',
        }),
      }),
      output: ReversalProgress,
      errors: [NotFound, Forbidden],
      rest: [
        { route: 'GET /api/transactions/reversals/:reversal_id/status', envelope: 'data' },
        { route: 'GET /api/v2/transactions/reversals/:reversal_id/status', envelope: 'data' },
      ],
      handler: async (input, ctx) => {
        const row = await getReversal(input.reversal_id, ctx)
        return {
          reversal_id: input.reversal_id,
          status: 'completed',
          progress: 100,
          steps_completed: [...STEPS],
          error_message: null,
          created_at: row.created_at,
          updated_at: row.created_at,
        }
      },
    }),
  ]
}
