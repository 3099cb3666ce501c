// The wire shapes of ordered cards and their payments.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../../kernel/schema.ts'
import { plainText } from '../../../../kernel/text.ts'
import { AmountInput, AssetCode } from '../../../core/assets/index.ts'
import { decisions } from './decision.ts'
import { cardPaymentLife, issuedCardLife } from './life-cycle.ts'

export const cardId = Type.String({ maxLength: 255, description: 'The id of the card.' })
export const paymentId = Type.String({ maxLength: 255, description: 'The id of the payment.' })

const label = Nullable(
  Type.String({ ...plainText(50), description: 'A name of your own for the card.' }),
)

const limits = {
  payment_limit: Type.Optional(described(AmountInput, 'The most that one payment may take.')),
  daily_limit: Type.Optional(described(AmountInput, 'The most that a UTC day may take.')),
  monthly_limit: Type.Optional(described(AmountInput, 'The most that a UTC month may take.')),
}

export const orderInput = {
  account_uuid: described(Uuid, 'Your account that the card pays from.'),
  currency: described(AssetCode, 'The currency that the card pays in.'),
  network: Type.Enum(['visa', 'mastercard'], {
    default: 'visa',
    description: 'The network of the card.',
  }),
  label: Type.Optional(label),
  ...limits,
}

export const changeInput = { label: Type.Optional(label), ...limits }

const Amount = Type.String({ description: 'Decimal, in whole units of the currency.' })

export const IssuedCard = Type.Object(
  {
    id: Uuid,
    account_uuid: Uuid,
    currency: Type.String(),
    cardholder_name: Type.String(),
    label: Nullable(Type.String()),
    network: Type.Enum(['visa', 'mastercard'], { $id: 'IssuedCardNetwork' }),
    last4: Type.String(),
    expires_on: Type.String({ format: 'date' }),
    status: issuedCardLife.schema({
      $id: 'IssuedCardStatus',
      description: issuedCardLife.summarize(),
    }),
    payment_limit: Amount,
    daily_limit: Amount,
    monthly_limit: Amount,
    spent_today: described(Amount, 'Authorized and captured on this UTC day.'),
    spent_this_month: described(Amount, 'Authorized and captured in this UTC month.'),
    simulated: Type.Boolean({ description: 'Whether no network is behind the card.' }),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'IssuedCard' },
)

export const paymentInput = {
  amount: described(AmountInput, 'In the currency of the card.'),
  merchant: Type.String({ ...plainText(100), description: 'The merchant, as it writes itself.' }),
}

export const CardPayment = Type.Object(
  {
    id: Uuid,
    card_id: Uuid,
    amount: Amount,
    currency: Type.String(),
    merchant: Type.String(),
    status: cardPaymentLife.schema({
      $id: 'CardPaymentStatus',
      description: cardPaymentLife.summarize(),
    }),
    decision: Type.Enum([...decisions], {
      $id: 'CardPaymentDecision',
      description: 'What the authorization decided.',
    }),
    reason: Nullable(described(Type.String(), 'Why it was declined.')),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { $id: 'CardPayment' },
)
