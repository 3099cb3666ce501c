// The request and response schemas of transactions.
import { Type } from 'typebox'
import { pageInput } from '../../../kernel/page.ts'
import { DateTime, Nullable, Uuid, described } from '../../../kernel/schema.ts'
import { plainText } from '../../../kernel/text.ts'
import { LiveItem } from '../../../operation/live-field.ts'
import { SEARCHED_MAX } from '../ledger/for-tasks.ts'
import { TimeInput } from './period.ts'

export const accountId = Type.String({ maxLength: 255, description: 'The uuid of the account.' })

const TransactionType = Type.Enum(['deposit', 'withdrawal', 'transfer'], {
  $id: 'TransactionType',
  description: 'The type of the transaction.',
})
const TransactionStatus = Type.Enum(['pending', 'completed', 'failed'], {
  $id: 'TransactionStatus',
  description: 'The status of the transaction.',
})

const TransactionDirection = Type.Enum(['incoming', 'outgoing'], {
  $id: 'TransactionDirection',
  description: 'Whether the account received or paid.',
})

export const CounterpartyName = Nullable(
  Type.String({
    description:
      'The name of the other party. Null for the bank itself, in trades, and for a payee until the money has arrived.',
  }),
)

export const Transaction = Type.Object(
  {
    uuid: Uuid,
    account_uuid: Uuid,
    type: TransactionType,
    subtype: Nullable(
      Type.String({ description: 'The kind within the type, such as fee, reversal or interest.' }),
    ),
    direction: TransactionDirection,
    amount: Type.String(),
    asset_code: Type.String(),
    status: TransactionStatus,
    reference: Nullable(Type.String()),
    description: Nullable(Type.String({ description: 'The reference, under another name.' })),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    balance_after: Nullable(Type.String({ description: 'Null until the money has moved.' })),
    related_account_uuid: Nullable(
      Type.String({
        description:
          'The customer account on the other side; null for an account of the bank, and in trades.',
      }),
    ),
    counterparty_name: CounterpartyName,
    transaction_group_uuid: Uuid,
    parent_transaction_id: Nullable(
      Type.String({ description: 'The transaction that this one reverses.' }),
    ),
    failure_reason: Nullable(Type.String()),
    created_at: DateTime,
    completed_at: Nullable(DateTime),
  },
  { $id: 'Transaction' },
)

export const TransactionArrival = LiveItem(Transaction)

const Sort = Type.Enum(
  ['-created_at', 'created_at', '-amount', 'amount', '-type', 'type', '-status', 'status'],
  { $id: 'TransactionSort', default: '-created_at', description: 'A minus means descending.' },
)

/** Transactions shown of each account, where many accounts are shown. */
export const NEWEST_MAX = 20

export const historyInput = {
  ...pageInput,
  type: Type.Optional(TransactionType),
  status: Type.Optional(TransactionStatus),
  asset_code: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z]{3,10}$',
      description: 'Only this asset; its code in any case.',
    }),
  ),
  direction: Type.Optional(TransactionDirection),
  search: Type.Optional(
    Type.String({
      ...plainText(100),
      description: `Part of the reference or of the name of the other party, or an amount; among the newest ${SEARCHED_MAX.toLocaleString('en-US')} transactions of each balance.`,
    }),
  ),
  start_date: Type.Optional(described(TimeInput, 'From this moment or day on.')),
  end_date: Type.Optional(described(TimeInput, 'Up to this moment, or to the end of this day.')),
  sort: Sort,
}
