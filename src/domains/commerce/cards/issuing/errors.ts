// The errors of ordered cards and their payments.
import { Type } from 'typebox'
import { defineError } from '../../../../operation/error.ts'

interface Conflict {
  readonly status: string
  readonly action: string
  readonly allowed: readonly string[]
}

export const IssuedCardStateConflict = defineError<Conflict>(
  'ISSUED_CARD_STATE_CONFLICT',
  409,
  (d) => `This card is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  {
    advice:
      'Get the card to see its status. A frozen card can be unfrozen or cancelled; a cancelled one is final, so order another.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const CardPaymentStateConflict = defineError<Conflict>(
  'CARD_PAYMENT_STATE_CONFLICT',
  409,
  (d) => `This payment is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  {
    advice:
      'List the payments of the card to see the status. An authorized payment is captured or reversed once, a captured one is refunded once.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const TooManyCards = defineError<{ most: number }>(
  'TOO_MANY_CARDS',
  422,
  (d) => `You have ${d.most} cards, which is the limit; cancel one before you order another.`,
  { advice: 'Call DELETE /api/v1/issued-cards/{id} for a card that you no longer need.' },
)
