// The events of a dispute. Its payer gets all of them; the receiver those since the bank has told them of it.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const data = Type.Object({
  dispute_uuid: Uuid,
  payment_uuid: Uuid,
  role: Type.Enum(['payer', 'receiver'], {
    description: 'Whether this event is for the payer or the receiver of the payment.',
  }),
  by: Type.Enum(['payer', 'receiver', 'bank'], { description: 'Who did it.' }),
  status: Type.String(),
  reason: Type.String(),
  amount: Type.String({ description: 'The disputed amount, or in dispute.accepted the refund.' }),
  asset_code: Type.String(),
})

const define = (type: `dispute.${string}`, summary: string) =>
  defineEvent({ type, version: 1, summary, data })

export const DisputeOpened = define('dispute.opened', 'A customer disputed a payment.')
export const DisputeInformationRequested = define(
  'dispute.information_requested',
  'The bank asked the payer a question, and waits for the answer.',
)
export const DisputeMessagePosted = define(
  'dispute.message_posted',
  'The bank or a party wrote a message about a dispute.',
)
export const DisputeAccepted = define(
  'dispute.accepted',
  'The bank accepted a dispute and refunded the payer.',
)
export const DisputeRejected = define('dispute.rejected', 'The bank rejected a dispute.')
export const DisputeWithdrawn = define('dispute.withdrawn', 'The payer withdrew a dispute.')
export const DisputeExpired = define(
  'dispute.expired',
  'A dispute ended because the payer did not answer the bank in time.',
)
