// The wire shapes of cards. Balances are the platform's, in cents.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid } from '../../../kernel/schema.ts'
import { cardLife } from './life-cycle.ts'
import { kycStages, kycStatuses, networks } from './effects.ts'

const balance = {
  balance: Type.Integer({ description: 'In cents, as last reported by the platform.' }),
  currency: Nullable(Type.String()),
}
const times = { created_at: DateTime, updated_at: DateTime }

export const Card = Type.Object(
  {
    uuid: Uuid,
    card_id: Type.String({ description: 'The platform’s id of the card.' }),
    holder_id: Nullable(Type.String()),
    status: cardLife.schema(),
    last4: Nullable(Type.String()),
    network: Nullable(Type.Enum([...networks])),
    ...balance,
    ...times,
  },
  { $id: 'Card' },
)

export const Cardholder = Type.Object(
  {
    uuid: Uuid,
    holder_id: Type.String({ description: 'The platform’s id of the holder.' }),
    user_uuid: Nullable(Uuid),
    kyc_status: Type.Enum([...kycStatuses]),
    kyc_stage: Nullable(
      Type.Enum([...kycStages], { description: 'Who reviews: the platform, then its channel.' }),
    ),
    kyc_reason: Nullable(Type.String({ description: 'Why the holder was rejected.' })),
    ...times,
  },
  { $id: 'Cardholder' },
)

export const CardWallet = Type.Object(
  {
    uuid: Uuid,
    account_id: Type.String({ description: 'The platform’s id of the wallet.' }),
    holder_id: Nullable(Type.String()),
    ...balance,
    ...times,
  },
  { $id: 'CardWallet' },
)

export const Received = Type.Object({ success: Type.Boolean() }, { $id: 'CardEventReceived' })
