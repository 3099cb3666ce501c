// The schema of a payment: all that one entry of the ledger, or a transfer that waits to become one, did to the caller.
import { Type } from 'typebox'
import { RowsOf } from '../../../../kernel/page.ts'
import { DateTime, Nullable } from '../../../../kernel/schema.ts'
import { LINES_MAX } from '../../ledger/index.ts'

const Amount = Type.Object(
  { amount: Type.String(), asset_code: Type.String() },
  { $id: 'PaymentAmount' },
)

const Party = Type.Object(
  {
    name: Nullable(
      Type.String({
        description: 'Null for the bank, and where the parties do not learn of each other.',
      }),
    ),
    account_uuid: Nullable(Type.String({ description: 'Null for an account of the bank.' })),
    bank_account: Nullable(
      Type.String({ description: 'The code of the account of the bank, such as fees.' }),
    ),
    is_own: Type.Boolean({ description: 'Whether the caller may use the account.' }),
  },
  { $id: 'PaymentParty' },
)

const Entry = Type.Object(
  {
    kind: Type.String({ description: 'The subtype of the entry, or else its type.' }),
    from: Party,
    to: Party,
    ...Amount.properties,
    from_balance_after: Nullable(
      Type.String({ description: 'Null for accounts that are not the caller’s.' }),
    ),
    to_balance_after: Nullable(
      Type.String({ description: 'Null for accounts that are not the caller’s.' }),
    ),
  },
  { $id: 'PaymentEntry' },
)

export const Step = Type.Object(
  {
    at: DateTime,
    step: Type.Enum(
      [
        'requested',
        'held',
        'completed',
        'failed',
        'reversed',
        'sent',
        'settled',
        'returned',
        'cancelled',
        'disputed',
        'decided',
      ],
      { $id: 'PaymentStepName' },
    ),
    summary: Type.String({ description: 'What happened, in a sentence.' }),
    by: Nullable(
      Type.Enum(['payer', 'receiver', 'bank', 'network'], {
        $id: 'PaymentStepActor',
        description: 'Who did it; null where that is not recorded.',
      }),
    ),
    note: Nullable(
      Type.String({ description: 'The reason for a failure, a return or a reversal.' }),
    ),
    payment_uuid: Nullable(
      Type.String({ description: 'The payment that gave the money back, in full or in part.' }),
    ),
  },
  { $id: 'PaymentStep' },
)

const Request = Type.Object(
  {
    request_id: Nullable(
      Type.String({
        description: 'The request that made the payment; GET /api/v2/requests finds it.',
      }),
    ),
    credential_id: Nullable(
      Type.String({ description: 'The API key or session of that request.' }),
    ),
    agent: Nullable(Type.String({ description: 'The DID of the agent that asked for it.' })),
  },
  { $id: 'PaymentRequest' },
)

export const PaymentStatus = Type.Enum(['pending', 'completed', 'failed'], {
  $id: 'PaymentStatus',
  description: 'The state of the payment.',
})

/** Of many reversals in part, the first are shown. */
export const REVERSALS_MAX = 20
/** What the other domains know of a payment is a few moments each. */
export const TIMELINE_MAX = 60

export const Payment = Type.Object(
  {
    uuid: Type.String({
      format: 'uuid',
      description: 'The transaction_group_uuid of its transactions.',
    }),
    kind: Type.String({ description: 'The subtype of the first entry, or else its type.' }),
    direction: Type.Enum(['incoming', 'outgoing', 'exchange', 'internal'], {
      $id: 'PaymentDirection',
      description: 'exchange: one asset for another; internal: between accounts of the caller.',
    }),
    status: PaymentStatus,
    from: Party,
    to: Party,
    paid: Nullable(Amount),
    received: Nullable(Amount),
    fees: Type.Array(Amount, { maxItems: LINES_MAX }),
    reference: Nullable(Type.String()),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    failure_reason: Nullable(Type.String()),
    created_at: DateTime,
    completed_at: Nullable(DateTime),
    timeline: Type.Array(Step, { maxItems: TIMELINE_MAX }),
    entries: Type.Array(Entry, { maxItems: LINES_MAX }),
    transaction_uuid: Type.String({
      format: 'uuid',
      description: 'The main transaction, of which a receipt is made.',
    }),
    reverses: Nullable(
      Type.String({ description: 'The payment that this one reverses, in full or in part.' }),
    ),
    actions: Type.Array(
      Type.Enum(['receipt', 'repeat', 'reverse', 'dispute'], { $id: 'PaymentAction' }),
      { maxItems: 4, description: 'What the caller can do with it now.' },
    ),
    request: Type.Union([Request, Type.Null()], {
      description: 'The request that made it; null for those who did not make it.',
    }),
  },
  { $id: 'Payment' },
)

const { name, account_uuid, bank_account } = Party.properties
const FoundParty = Type.Object({ name, account_uuid, bank_account }, { $id: 'FoundPaymentParty' })

const FoundPayment = Type.Object(
  {
    uuid: Payment.properties.uuid,
    kind: Type.String({ description: 'The subtype of the payment, or else its type.' }),
    status: PaymentStatus,
    from: FoundParty,
    to: FoundParty,
    ...Amount.properties,
    reference: Nullable(Type.String()),
    failure_reason: Nullable(Type.String()),
    created_at: DateTime,
    completed_at: Nullable(DateTime),
  },
  {
    $id: 'FoundPayment',
    description: 'The first movement of the payment that matches; payment.get has all of them.',
  },
)

export const FoundPayments = Type.Object(
  {
    data: RowsOf(FoundPayment),
    next: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Send this as `before` to go on; null when everything was searched.',
      }),
    ),
    searched_back_to: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Set if the search stopped here before the start of the period.',
      }),
    ),
  },
  { $id: 'FoundPayments' },
)
