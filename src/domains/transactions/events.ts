// What happens to transactions after they are done.
import { Type } from 'typebox'
import { defineEvent } from '../../operation/event.ts'

const Uuid = Type.String({ format: 'uuid' })

export const TransactionReversed = defineEvent({
  type: 'transaction.reversed',
  version: 1,
  summary:
    'A transaction was reversed, whole or in part; each account on it is told of its own side.',
  data: Type.Object({
    reversal_id: Type.String(),
    account_uuid: Uuid,
    original_transaction_id: Uuid,
    transaction_uuid: Type.String({
      format: 'uuid',
      description: 'The transaction that takes it back.',
    }),
    amount: Type.String(),
    asset_code: Type.String(),
    balance_after: Type.String(),
    reason: Type.String(),
    is_whole: Type.Boolean({ description: 'Whether nothing of it is left to reverse.' }),
  }),
})
