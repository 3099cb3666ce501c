// Wire shapes of payments from the app. Intents and merchants have the app's camelCase names.
import { Type } from 'typebox'
import { displayName, plainText } from '../../../kernel/text.ts'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { AmountInput, AssetCode } from '../../core/assets/index.ts'
import { intentLife, p2pLife } from './life-cycle.ts'
import { optionalText } from './optional-text.ts'

const FeesEstimate = Type.Object(
  {
    nativeAsset: Type.String({ description: 'The asset in which the network charges its fee.' }),
    amount: Type.String(),
    usdApprox: Type.String({ description: 'The same in dollars.' }),
  },
  { $id: 'FeesEstimate' },
)

export const Intent = Type.Object(
  {
    intentId: Type.String(),
    merchantId: Nullable(Type.String()),
    merchant: Nullable(
      Type.Object({ displayName: Type.String(), iconUrl: Nullable(Type.String()) }),
    ),
    asset: Type.String(),
    currency: Type.String({ description: 'The same as asset.' }),
    network: Type.String({ description: '`internal` for payments within the bank.' }),
    amount: Type.String(),
    fee: Type.String({ description: 'The fee that is charged, in the asset of the amount.' }),
    status: intentLife.schema({ $id: 'PaymentIntentStatus' }),
    shieldEnabled: Type.Boolean(),
    feesEstimate: FeesEstimate,
    recipient: Type.String({ description: 'The recipient as the payer entered it.' }),
    recipientKind: Type.Enum(['user', 'email', 'account', 'merchant', 'unknown'], {
      $id: 'PaymentRecipientKind',
      description: 'The kind of the recipient; an unknown one cannot be paid.',
    }),
    description: Nullable(Type.String()),
    createdAt: DateTime,
    expiresAt: DateTime,
    tx: Nullable(Type.Object({ hash: Type.String(), explorerUrl: Nullable(Type.String()) })),
    confirmations: Type.Integer(),
    requiredConfirmations: Type.Integer(),
    error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
    simulated: Type.Boolean({ description: 'Whether the network is simulated.' }),
  },
  { $id: 'PaymentIntent' },
)

export const intentId = Type.String({ maxLength: 255, description: 'The id of the intent.' })

export const fromAccount = Type.Optional(
  Type.String({
    maxLength: 255,
    description:
      'The uuid of your account that pays; by default your oldest one that covers the amount.',
  }),
)

export const newIntent = {
  amount: AmountInput,
  currency: described(AssetCode, 'The asset of the amount.'),
  recipient: Type.String({
    ...plainText(255),
    description:
      'A user’s uuid, an e-mail address, an account’s uuid or number, or the id of a merchant.',
  }),
  description: optionalText(255, 'The purpose, for payer and recipient.'),
  from_account: fromAccount,
}

export const newMerchantIntent = {
  merchantId: Type.String({ minLength: 1, maxLength: 64, description: 'The merchant to pay.' }),
  amount: described(AmountInput, 'Above zero, at most 999,999,999.'),
  asset: Type.String({ minLength: 1, maxLength: 10, description: 'The coin: USDC.' }),
  preferredNetwork: Type.String({
    minLength: 1,
    maxLength: 20,
    description: 'A network that the merchant accepts, such as SOLANA.',
  }),
  shield: Type.Boolean({ default: false, description: 'Whether to shield the payment.' }),
  description: optionalText(255, 'The purpose, for payer and merchant.'),
  idempotencyKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'The same key with the same request returns the same intent.',
    }),
  ),
}

export const submission = {
  auth: Type.Enum(['biometric', 'pin'], {
    $id: 'PaymentAuth',
    default: 'biometric',
    description: 'How the app authenticated the payer; it is recorded.',
  }),
  shield: Type.Optional(
    Type.Boolean({ description: 'Whether to shield the payment. Default: as in the intent.' }),
  ),
}

export const Submitted = Type.Object(
  { intentId: Type.String(), status: intentLife.schema() },
  { $id: 'SubmittedIntent' },
)

export const Cancelled = Type.Object(
  {
    intentId: Type.String(),
    status: intentLife.schema(),
    merchant: Nullable(Type.Object({ displayName: Type.String() })),
    amount: Type.String(),
  },
  { $id: 'CancelledIntent' },
)

export const Transfer = Type.Object(
  {
    transfer_id: Uuid,
    direction: Type.Enum(['outgoing', 'incoming']),
    from_user: Uuid,
    to_user: Type.String({ description: 'A uuid, or the e-mail address as the sender gave it.' }),
    amount: Type.String(),
    currency: Type.String(),
    note: Nullable(Type.String()),
    status: described(
      p2pLife.schema({ $id: 'P2pTransferStatus' }),
      'Money to an e-mail address is pending until its owner claims it.',
    ),
    fee: Type.String(),
    created_at: DateTime,
    expires_at: Nullable(
      described(DateTime, 'When unclaimed money is returned; null if it was sent to a user.'),
    ),
    ended_at: Nullable(DateTime),
  },
  { $id: 'P2pTransfer' },
)

export const ClaimedTransfer = Type.Object(
  { ...Transfer.properties, from_name: Type.String({ description: 'The name of the sender.' }) },
  { $id: 'ClaimedP2pTransfer' },
)

export const newTransfer = {
  to_user: Type.String({
    minLength: 3,
    maxLength: 255,
    description: 'The uuid of a user, or an e-mail address.',
  }),
  amount: AmountInput,
  currency: described(AssetCode, 'The asset of the amount.'),
  note: optionalText(140, 'A note to the receiver, shown with the transfer.'),
  from_account: fromAccount,
}

export const transferId = Type.String({ maxLength: 255, description: 'The id of the transfer.' })

export const Merchant = Type.Object(
  {
    merchantId: Type.String(),
    displayName: Type.String(),
    iconUrl: Nullable(Type.String()),
    acceptedAssets: Type.Array(Type.String(), { maxItems: 10 }),
    acceptedNetworks: Type.Array(Type.String(), { maxItems: 10 }),
    isOpen: Type.Boolean({ description: 'Whether it can be paid.' }),
    createdAt: DateTime,
  },
  { $id: 'Merchant' },
)

export const merchantInput = {
  displayName: Type.String({ ...displayName(100), description: 'The name that payers see.' }),
  iconUrl: Type.Optional(
    Type.String({
      pattern: '^https://[^\\s"<>\\\\]{1,490}$',
      maxLength: 500,
      description: 'The https address of an image.',
    }),
  ),
  account: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'The account of yours to credit; your oldest one by default.',
    }),
  ),
  acceptedAssets: Type.Optional(
    Type.Array(Type.String({ maxLength: 10 }), {
      minItems: 1,
      maxItems: 10,
      description: 'The coins that are accepted; USDC by default.',
    }),
  ),
  acceptedNetworks: Type.Optional(
    Type.Array(Type.String({ maxLength: 20 }), {
      minItems: 1,
      maxItems: 10,
      description: 'The networks that are accepted; SOLANA and TRON by default.',
    }),
  ),
}

export const Recipient = Type.Object(
  {
    kind: Type.Enum(['own_account', 'account', 'email'], {
      description:
        'An account is paid by a transfer. Money to an e-mail address waits until its owner claims it.',
    }),
    recipient: Type.String({ description: 'The uuid of the account, or the e-mail address.' }),
    name: Type.Union([Type.String(), Type.Null()], {
      description:
        'The name of an own account, or of the holder of an account that has paid the caller.',
    }),
    last_reference: Type.Union([Type.String(), Type.Null()], {
      description: 'The caller’s reference of the last payment.',
    }),
    last_paid_at: Type.Union([DateTime, Type.Null()]),
    times: Type.Integer({ minimum: 0, description: 'How many of the newest payments went to it.' }),
  },
  { $id: 'Recipient' },
)
