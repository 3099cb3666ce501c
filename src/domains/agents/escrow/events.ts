// The events of an escrow; the owners of both agents get them.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const escrow = {
  escrow_id: Type.String(),
  buyer_did: Type.String(),
  seller_did: Type.String(),
  amount: Type.String({ description: 'Decimal.' }),
  currency: Type.String(),
  status: Type.String(),
}

const define = (type: `escrow.${string}`, summary: string) =>
  defineEvent({ type, version: 1, summary, data: Type.Object(escrow) })

export const EscrowCreated = define('escrow.created', 'An escrow was agreed on; no money moved.')
export const EscrowFunded = define('escrow.funded', 'The buyer’s money is reserved for an escrow.')
export const EscrowReleased = define('escrow.released', 'The seller was paid out of an escrow.')
export const EscrowExpired = define(
  'escrow.expired',
  'An escrow expired; money reserved for it is available to the buyer again.',
)
export const EscrowCancelled = define(
  'escrow.cancelled',
  'The buyer cancelled an escrow before it was funded, or the seller afterwards; money reserved for it is available to the buyer again.',
)

export const EscrowDisputed = defineEvent({
  type: 'escrow.disputed',
  version: 1,
  summary: 'Buyer or seller disputes an escrow; its money stays reserved.',
  data: Type.Object({
    ...escrow,
    dispute_id: Type.String(),
    disputed_by: Type.String(),
    reason: Type.String(),
  }),
})

export const EscrowResolved = defineEvent({
  type: 'escrow.resolved',
  version: 1,
  summary: 'A dispute was decided and the money paid out accordingly.',
  data: Type.Object({
    ...escrow,
    dispute_id: Type.String(),
    resolution_type: Type.String(),
    resolved_by: Type.String(),
    to_sender: Type.String({ description: 'Decimal.' }),
    to_receiver: Type.String({ description: 'Decimal; before the bank’s fee.' }),
  }),
})
