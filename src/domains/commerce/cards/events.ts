// The events of cards, cardholders and card wallets.
import { Type } from 'typebox'
import { Nullable } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const uuid = Type.String({ format: 'uuid' })

export const CardStatusChanged = defineEvent({
  type: 'card.status_changed',
  version: 1,
  summary: 'A card was issued, frozen, unfrozen or cancelled.',
  data: Type.Object({
    card_uuid: uuid,
    status: Type.String(),
    last4: Nullable(Type.String()),
  }),
})

export const CardBalanceChanged = defineEvent({
  type: 'card.balance_changed',
  version: 1,
  summary: 'The platform reported a new balance of a card.',
  data: Type.Object({
    card_uuid: uuid,
    balance: Type.String(),
    currency: Nullable(Type.String()),
  }),
})

export const CardWalletBalanceChanged = defineEvent({
  type: 'card_wallet.balance_changed',
  version: 1,
  summary: 'The platform reported a new balance of a wallet.',
  data: Type.Object({
    wallet_uuid: uuid,
    balance: Type.String(),
    currency: Nullable(Type.String()),
  }),
})

export const CardholderKycChanged = defineEvent({
  type: 'cardholder.kyc_changed',
  version: 1,
  summary: 'The platform’s identity check of a cardholder changed its status.',
  data: Type.Object({
    holder_id: Type.String(),
    kyc_status: Type.String(),
    kyc_reason: Nullable(Type.String()),
  }),
})
