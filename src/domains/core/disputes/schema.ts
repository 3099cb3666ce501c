// The schemas of disputes.
import { Type } from 'typebox'
import { described, DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { plainText } from '../../../kernel/text.ts'
import { disputeLife } from './life-cycle.ts'

/** How many messages each side can write: a customer cannot use up what the bank needs to ask. */
export const MESSAGES_MAX = { payer: 40, receiver: 40, bank: 20 } as const
export type Side = keyof typeof MESSAGES_MAX

export const reasons = [
  'unauthorised',
  'not_received',
  'wrong_amount',
  'duplicate',
  'other',
] as const

export const DisputeReason = Type.Enum([...reasons], {
  $id: 'DisputeReason',
  description: 'Why the payer disputes the payment.',
})

export const DisputeStatus = disputeLife.schema({ $id: 'DisputeStatus' })

export const idInput = Type.String({ maxLength: 255, description: 'The uuid of the dispute.' })

export const messageText = (description: string) => Type.String({ ...plainText(1000), description })

export const decisionReason = (description: string) =>
  Type.String({ ...plainText(500), description })

const Refund = Type.Object(
  {
    amount: Type.String(),
    from: Type.Enum(['receiver', 'bank'], {
      description: 'receiver: a reversal; bank: out of the bank’s account for losses.',
    }),
    payment_uuid: Uuid,
  },
  { $id: 'DisputeRefund' },
)

const Role = Type.Enum(['payer', 'receiver', 'operator'], {
  $id: 'DisputeRole',
  description: 'As whom the caller sees the dispute.',
})

const Action = Type.Enum(['message', 'withdraw', 'ask', 'accept', 'reject'], {
  $id: 'DisputeAction',
})

export const Dispute = Type.Object(
  {
    uuid: Uuid,
    payment_uuid: Uuid,
    role: Role,
    status: DisputeStatus,
    reason: DisputeReason,
    description: Nullable(
      Type.String({ description: 'The words of the payer; the receiver does not see them.' }),
    ),
    amount: Type.String({ description: 'The disputed amount.' }),
    asset_code: Type.String(),
    payment_amount: Type.String(),
    paid_at: DateTime,
    payer_name: Nullable(Type.String()),
    receiver_name: Nullable(Type.String()),
    created_at: DateTime,
    decide_by: described(DateTime, 'By when the bank decides.'),
    answer_by: Nullable(
      described(DateTime, 'By when the payer has to answer the bank’s question.'),
    ),
    closed_at: Nullable(DateTime),
    decision_reason: Nullable(Type.String()),
    refund: Nullable(Refund),
    actions: Type.Array(Action, {
      maxItems: 5,
      description: 'What the caller can do now.',
    }),
  },
  { $id: 'Dispute' },
)

const Message = Type.Object(
  {
    uuid: Uuid,
    thread: Type.Enum(['payer', 'receiver'], {
      $id: 'DisputeThread',
      description: 'Whom the bank writes with.',
    }),
    from: Type.Enum(['payer', 'receiver', 'bank'], { $id: 'DisputeMessageAuthor' }),
    text: Type.String(),
    created_at: DateTime,
  },
  { $id: 'DisputeMessage' },
)

const Case = Type.Object(
  {
    payer_uuid: Uuid,
    receiver_uuid: Uuid,
    receiver_knows: Type.Boolean({ description: 'Whether the bank has told the receiver.' }),
    refundable: Type.String({
      description: 'What can still be refunded: the disputed amount, less what went back already.',
    }),
    receiver_available: Type.String({
      description: 'What is available on the account that received the payment.',
    }),
    earlier_disputes: Type.Integer({
      description: 'How many other disputes the payer opened, counted up to 100.',
    }),
  },
  { $id: 'DisputeCase' },
)

export const DisputeDetails = Type.Object(
  {
    ...Dispute.properties,
    messages: Type.Array(Message, {
      maxItems: Object.values(MESSAGES_MAX).reduce((sum, most) => sum + most, 0),
      description: 'What the bank and the caller wrote; operators see both threads.',
    }),
    case: Type.Union([Case, Type.Null()], {
      description: 'What operators decide by; null for the parties.',
    }),
  },
  { $id: 'DisputeDetails' },
)
