// The request and response schemas of deposits, withdrawals and transfers.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import {
  DateTime,
  EventId,
  MetadataInput,
  Nullable,
  Uuid,
  olderName,
} from '../../../kernel/schema.ts'
import { AmountInput, AssetCode } from '../assets/index.ts'

export const Reference = Type.String({
  ...plainText(255),
  description: 'A note that both sides see.',
})
export const Metadata = Type.Record(Type.String(), Type.Unknown())

/** A deposit or withdrawal: the specification's Transaction, with the fields of the older API added. */
export const CashMovement = Type.Object(
  {
    data: Type.Object(
      {
        uuid: Uuid,
        account_uuid: Uuid,
        type: Type.Enum(['deposit', 'withdrawal'], { $id: 'CashMovementType' }),
        amount: Type.String(),
        asset_code: Type.String(),
        status: Type.Enum(['completed'], { $id: 'CashMovementStatus' }),
        reference: Nullable(Type.String()),
        created_at: DateTime,
        completed_at: DateTime,
        balance_after: Type.String(),
        transaction_type: Type.String(),
        new_balance: Type.Integer({ description: 'In the smallest unit.' }),
        amount_deposited: Type.Optional(Type.Integer({ description: 'In the smallest unit.' })),
        amount_withdrawn: Type.Optional(Type.Integer({ description: 'In the smallest unit.' })),
      },
      { $id: 'CashMovementData' },
    ),
    message: Type.String(),
  },
  { $id: 'CashMovement' },
)

export const cashInput = {
  uuid: Type.String({ maxLength: 255, description: 'The uuid of the account.' }),
  amount: AmountInput,
  asset_code: AssetCode,
  reference: Type.Optional(Reference),
  description: Type.Optional(olderName('reference', Reference)),
}

export const transferFields = {
  uuid: Uuid,
  from_account: Uuid,
  to_account: Uuid,
  from_name: Nullable(Type.String({ description: 'The name of the payer.' })),
  to_name: Nullable(
    Type.String({ description: 'The name of the payee; null until the money has arrived.' }),
  ),
  amount: Type.String(),
  asset_code: Type.String(),
  status: Type.Enum(['pending', 'completed', 'failed'], { $id: 'TransferStatus' }),
  reference: Nullable(Type.String()),
  workflow_id: Nullable(Type.String()),
  created_at: DateTime,
  completed_at: Nullable(DateTime),
  estimated_completion: Nullable(DateTime),
  failure_reason: Nullable(Type.String()),
  metadata: Metadata,
  fees: Type.Object(
    { transfer_fee: Type.String(), currency: Type.String() },
    { $id: 'TransferFees' },
  ),
}

export const Transfer = Type.Object(transferFields, { $id: 'Transfer' })

export const TransferCompletion = Type.Object({
  event_id: Type.Union([EventId, Type.Null()], {
    description: 'Null when the transfer was complete before.',
  }),
  data: Transfer,
})

const OtherBalance = Nullable(
  Type.String({ description: 'Null when the account belongs to another user.' }),
)

/** The fields that a simulated transfer has in addition. */
const simulatedFields = {
  simulated: Type.Optional(Type.Boolean()),
  from_balance_after: Type.Optional(Type.String()),
  to_balance_after: Type.Optional(OtherBalance),
}

export const TransferCreated = Type.Object(
  {
    data: Type.Object({ ...transferFields, ...simulatedFields }, { $id: 'CreatedTransfer' }),
    message: Type.String(),
  },
  { $id: 'TransferWithMessage' },
)

export const ListedTransfer = Type.Object(
  {
    ...transferFields,
    direction: Type.Enum(['incoming', 'outgoing'], { $id: 'TransferDirection' }),
  },
  { $id: 'ListedTransfer' },
)

const FromAccount = Type.String({
  maxLength: 255,
  description: 'The uuid of the account that pays.',
})
const ToAccount = Type.String({
  maxLength: 255,
  description: 'The uuid of the account that is paid.',
})

/** The specification's names, and the other names that published samples use. */
export const transferInput = {
  from_account: Type.Optional(FromAccount),
  from_account_uuid: Type.Optional(olderName('from_account', FromAccount)),
  from_account_id: Type.Optional(olderName('from_account', FromAccount)),
  to_account: Type.Optional(ToAccount),
  to_account_uuid: Type.Optional(olderName('to_account', ToAccount)),
  to_account_id: Type.Optional(olderName('to_account', ToAccount)),
  amount: AmountInput,
  asset_code: Type.Optional(AssetCode),
  currency: Type.Optional(olderName('asset_code', AssetCode)),
  reference: Type.Optional(Reference),
  description: Type.Optional(olderName('reference', Reference)),
  metadata: Type.Optional(MetadataInput),
}

export const BULK_MAX = 1_000

export const bulkInput = {
  transfers: Type.Array(Type.Object(transferInput, { $id: 'BulkTransferItem' }), {
    minItems: 1,
    maxItems: BULK_MAX,
    description: 'The transfers are made in the order given.',
  }),
  mode: Type.Enum(['all_or_nothing', 'each'], {
    $id: 'BulkMode',
    default: 'all_or_nothing',
    description:
      'all_or_nothing: one refusal refuses all; each: every transfer is decided independently.',
  }),
  simulate: Type.Optional(
    Type.Boolean({ description: 'Report what would happen without moving money.' }),
  ),
}

export const BulkResult = Type.Object(
  {
    data: Type.Object(
      {
        mode: Type.String(),
        simulated: Type.Boolean(),
        total: Type.Integer(),
        completed: Type.Integer(),
        refused: Type.Integer(),
        results: Type.Array(
          Type.Object(
            {
              index: Type.Integer(),
              status: Type.Enum(['completed', 'refused'], { $id: 'BulkItemStatus' }),
              uuid: Nullable(Uuid),
              from_balance_after: Nullable(Type.String()),
              to_balance_after: OtherBalance,
              error: Nullable(
                Type.Object(
                  { code: Type.String(), message: Type.String() },
                  { $id: 'BulkItemError' },
                ),
              ),
            },
            { $id: 'BulkItemResult' },
          ),
          { maxItems: BULK_MAX },
        ),
      },
      { $id: 'BulkResultData' },
    ),
    message: Type.String(),
  },
  { $id: 'BulkResult' },
)
