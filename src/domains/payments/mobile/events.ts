// The events of payments from the app: one for each state that an intent or a transfer enters.
import { Type } from 'typebox'
import { Nullable } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const intent = Type.Object({
  intent_id: Type.String(),
  amount: Type.String(),
  currency: Type.String(),
  recipient: Type.String(),
  network: Type.String(),
  status: Type.String(),
  error_code: Nullable(Type.String()),
})

const intentEvent = (name: string, summary: string) =>
  defineEvent({ type: `payment_intent.${name}`, version: 1, summary, data: intent })

export const IntentCreated = intentEvent('created', 'A payment intent waits for its payer.')
export const IntentSubmitted = intentEvent(
  'submitted',
  'A payment intent was submitted; the payer’s account has paid.',
)
export const IntentConfirmed = intentEvent('confirmed', 'A payment intent was confirmed.')
export const IntentFailed = intentEvent(
  'failed',
  'A payment intent failed; the amount and the fee were returned to the payer.',
)
export const IntentCancelledEvent = intentEvent('cancelled', 'A payer cancelled a payment intent.')
export const IntentExpiredEvent = intentEvent(
  'expired',
  'A payment intent expired before it was submitted.',
)

const transfer = Type.Object({
  transfer_id: Type.String({ format: 'uuid' }),
  amount: Type.String(),
  currency: Type.String(),
  status: Type.String(),
})

const transferEvent = (name: string, summary: string) =>
  defineEvent({ type: `p2p_transfer.${name}`, version: 1, summary, data: transfer })

export const P2pSent = transferEvent(
  'sent',
  'Money was sent to an e-mail address and waits to be claimed.',
)
export const P2pCompleted = transferEvent(
  'completed',
  'Money was sent from one customer to another.',
)
export const P2pCancelled = transferEvent('cancelled', 'A sender cancelled an unclaimed transfer.')
export const P2pReturned = transferEvent(
  'returned',
  'An unclaimed transfer was returned to its sender.',
)

const merchant = Type.Object({ merchant_id: Type.String(), display_name: Type.String() })

export const MerchantRegistered = defineEvent({
  type: 'merchant.registered',
  version: 1,
  summary: 'A customer registered a merchant that can be paid.',
  data: merchant,
})

export const MerchantChanged = defineEvent({
  type: 'merchant.changed',
  version: 1,
  summary: 'The owner of a merchant changed it, opened it or closed it.',
  data: merchant,
})

const receipt = Type.Object({ transaction_id: Type.String() })

export const ReceiptShared = defineEvent({
  type: 'receipt.shared',
  version: 1,
  summary: 'A public link to a receipt was created.',
  data: receipt,
})

export const ReceiptUnshared = defineEvent({
  type: 'receipt.unshared',
  version: 1,
  summary: 'The link to a receipt was revoked.',
  data: receipt,
})
