// The events of ordered cards and their payments; only their owner sees them.
import { Type } from 'typebox'
import { Nullable, Uuid } from '../../../../kernel/schema.ts'
import { defineEvent } from '../../../../operation/event.ts'

export const IssuedCardChanged = defineEvent({
  type: 'issued_card.changed',
  version: 1,
  summary: 'A card was ordered, changed, frozen, unfrozen or cancelled.',
  data: Type.Object({ card_id: Uuid, status: Type.String(), last4: Type.String() }),
})

export const CardPaymentChanged = defineEvent({
  type: 'card_payment.changed',
  version: 1,
  summary: 'A payment by card was authorized, declined, captured, reversed or refunded.',
  data: Type.Object({
    payment_id: Uuid,
    card_id: Uuid,
    amount: Type.String(),
    currency: Type.String(),
    merchant: Type.String(),
    status: Type.String(),
    decision: Type.String(),
    reason: Nullable(Type.String()),
  }),
})
