// The events of transactions. Only the reversal is stored; the others are computed from the ledger's rows.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'
import { Transaction } from './schema.ts'

export const TransactionReversed = defineEvent({
  type: 'transaction.reversed',
  version: 1,
  summary:
    'A transaction was reversed in full or in part; each of its two accounts gets its own event.',
  data: Type.Object({
    reversal_id: Type.String(),
    account_uuid: Uuid,
    original_transaction_id: Uuid,
    transaction_uuid: Type.String({
      format: 'uuid',
      description: 'The transaction that reverses it.',
    }),
    amount: Type.String(),
    asset_code: Type.String(),
    balance_after: Type.String(),
    reason: Type.String(),
    is_whole: Type.Boolean({ description: 'Whether nothing is left to reverse.' }),
  }),
})

export const TransactionCreated = defineEvent({
  type: 'transaction.created',
  version: 1,
  summary: 'A transaction was recorded on an account, pending or completed.',
  data: Transaction,
})

export const TransactionCompleted = defineEvent({
  type: 'transaction.completed',
  version: 1,
  summary: 'The money of a transaction moved.',
  data: Transaction,
})

export const TransactionFailed = defineEvent({
  type: 'transaction.failed',
  version: 1,
  summary: 'A pending transaction could not be completed; the failure_reason says why.',
  data: Transaction,
})
