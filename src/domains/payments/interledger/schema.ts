// Schemas of Interledger. Amounts are decimal strings.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { AmountInput } from '../../core/assets/index.ts'
import { ADDRESS_LENGTH_MAX } from './addresses.ts'
import { connectionLife, grantLife, incomingLife, paymentLife } from './life-cycle.ts'

const Code = Type.String({
  minLength: 3,
  maxLength: 10,
  description: 'The code of a supported asset, such as USD.',
})

const Address = Type.String({ description: 'An Interledger address.' })

const WalletAddress = Type.String({
  minLength: 1,
  maxLength: ADDRESS_LENGTH_MAX,
  description:
    'An account of this bank: its uuid, its Interledger address, or a payment pointer to it.',
})

const ReceiverInput = Type.String({
  minLength: 1,
  maxLength: ADDRESS_LENGTH_MAX,
  description: 'A payment pointer such as $wallet.example/alice, or an Interledger address.',
})

const GrantToken = Type.String({
  minLength: 1,
  maxLength: 255,
  description: 'The token of a grant by the owner of the wallet address.',
})

const Simulated = Type.Boolean({
  description: 'True if the receiver is in a simulated network, so that no money leaves the bank.',
})

export const quoteInput = {
  send_amount: described(AmountInput, 'The amount to send, with the fee; above zero.'),
  send_currency: described(Code, 'The asset that is sent.'),
  receive_currency: described(Code, 'The asset that is received.'),
  receiver: ReceiverInput,
}

const amounts = {
  send_amount: Type.String({ description: 'The total that the sender pays, with the fee.' }),
  send_currency: Type.String(),
  fee: Type.String({ description: '0.1 % of the amount sent, rounded up; in its asset.' }),
  receive_amount: Type.String({ description: 'The amount that arrives.' }),
  receive_currency: Type.String(),
  exchange_rate: Type.String({
    description: 'Units of the received asset for one of the sent asset; ten places.',
  }),
}

const receiver = {
  receiver: Type.String({ description: 'The receiver as the caller sent it.' }),
  ilp_address: described(Address, 'The Interledger address of the receiver.'),
}

export const Quote = Type.Object(
  {
    quote_id: Uuid,
    ...amounts,
    ...receiver,
    is_used: Type.Boolean({ description: 'Whether a payment was made on it.' }),
    simulated: Simulated,
    expires_at: DateTime,
    created_at: DateTime,
  },
  { $id: 'InterledgerQuote' },
)

export const paymentInput = {
  quote_id: described(Uuid, 'A quote of the caller that is current and unused.'),
  wallet_address: Type.Optional(
    described(WalletAddress, 'The account that pays. Default: the oldest open one of the caller.'),
  ),
  grant_token: Type.Optional(GrantToken),
}

export const outgoingInput = {
  wallet_address: described(WalletAddress, 'The account that pays.'),
  quote_id: paymentInput.quote_id,
  grant_token: GrantToken,
}

export const PaymentStatus = paymentLife.schema({
  $id: 'InterledgerPaymentStatus',
  description: paymentLife.summarize(),
})

const payment = {
  quote_id: Uuid,
  grant_id: Nullable(described(Uuid, 'The grant it was paid with.')),
  account_uuid: described(Uuid, 'The account that pays.'),
  wallet_address: described(Address, 'The Interledger address of that account.'),
  status: PaymentStatus,
  ...amounts,
  delivered_amount: Type.String({ description: 'The amount delivered, in the received asset.' }),
  charged_fee: Nullable(
    Type.String({ description: 'The fee on the delivered amount, once the payment has ended.' }),
  ),
  returned_amount: Nullable(
    Type.String({ description: 'The amount returned to the sender, once the payment has ended.' }),
  ),
  ...receiver,
  packets: Type.Integer({ description: 'The number of packets created.' }),
  error_code: Nullable(Type.String({ description: 'The Interledger error code, such as F02.' })),
  reason: Nullable(Type.String({ description: 'Why it ended, or what it waits for.' })),
  simulated: Simulated,
  created_at: DateTime,
  updated_at: DateTime,
  ended_at: Nullable(DateTime),
}

export const Payment = Type.Object({ payment_id: Uuid, ...payment }, { $id: 'InterledgerPayment' })

export const CheckedPayment = Type.Object(
  { payment_id: Uuid, ...payment, checked_at: DateTime },
  { $id: 'InterledgerCheckedPayment' },
)

export const OutgoingPayment = Type.Object(
  {
    outgoing_payment_id: described(Uuid, 'The id of the payment.'),
    payment_id: described(Uuid, 'The same.'),
    ...payment,
  },
  { $id: 'InterledgerOutgoingPayment' },
)

export const incomingInput = {
  wallet_address: described(WalletAddress, 'The account to credit.'),
  amount: described(AmountInput, 'The expected amount; above zero.'),
  asset_code: described(Code, 'The expected asset.'),
}

const incoming = {
  incoming_payment_id: Uuid,
  status: incomingLife.schema({
    $id: 'InterledgerIncomingStatus',
    description: incomingLife.summarize(),
  }),
  ilp_address: described(Address, 'The address to which the sender pays.'),
  wallet_address: Type.String({ description: 'The wallet address as the caller sent it.' }),
  account_uuid: described(Uuid, 'The account that is credited.'),
  amount: Type.String(),
  received_amount: Type.String({ description: 'The amount received.' }),
  asset_code: Type.String(),
  expires_at: DateTime,
  created_at: DateTime,
  ended_at: Nullable(DateTime),
}

export const IncomingPayment = Type.Object(incoming, { $id: 'InterledgerIncomingPayment' })

const SharedSecret = Type.String({
  description: 'Keep it secret: a sender with it can create packets that are fulfilled.',
})

export const NewIncomingPayment = Type.Object(
  {
    ...incoming,
    shared_secret: described(
      SharedSecret,
      '32 bytes as 64 hexadecimal digits, for the sender; shown only once.',
    ),
  },
  { $id: 'InterledgerNewIncomingPayment' },
)

export const connectionInput = {
  destination_address: Type.String({
    minLength: 1,
    maxLength: ADDRESS_LENGTH_MAX,
    description: 'The Interledger address of the other side.',
  }),
  shared_secret: Type.String({
    minLength: 32,
    maxLength: 255,
    description:
      'The secret that both sides know: 64 hexadecimal digits, 32 bytes in base64, or any other text.',
  }),
  wallet_address: Type.Optional(
    described(WalletAddress, 'The account to credit. Default: the oldest open one of the caller.'),
  ),
  asset_code: Type.String({
    minLength: 3,
    maxLength: 10,
    default: 'USD',
    description: 'The asset of incoming packets.',
  }),
}

const connection = {
  connection_id: Type.String({ description: '32 hexadecimal digits.' }),
  status: connectionLife.schema({
    $id: 'InterledgerConnectionStatus',
    description: connectionLife.summarize(),
  }),
  source_address: described(Address, 'The address of the connection at this bank.'),
  destination_address: Address,
  account_uuid: described(Uuid, 'The account that is credited.'),
  received_amount: Type.String({ description: 'The amount received through it.' }),
  asset_code: Type.String(),
  expires_at: described(DateTime, 'When it times out, unless a packet is received before.'),
  created_at: DateTime,
  ended_at: Nullable(DateTime),
}

export const Connection = Type.Object(connection, { $id: 'InterledgerConnection' })

export const NewConnection = Type.Object(
  { ...connection, shared_secret: SharedSecret },
  { $id: 'InterledgerNewConnection' },
)

export const grantInput = {
  wallet_address: described(WalletAddress, 'The account to pay from.'),
  limit_amount: described(AmountInput, 'The total that may be sent, with fees; above zero.'),
  currency: described(Code, 'The asset that may be sent.'),
  receiver: Type.Optional(
    described(ReceiverInput, 'The only receiver that may be paid. Default: any.'),
  ),
}

const grant = {
  grant_id: Uuid,
  status: grantLife.schema({
    $id: 'InterledgerGrantStatus',
    description: grantLife.summarize(),
  }),
  wallet_address: Address,
  account_uuid: Uuid,
  limit_amount: Type.String(),
  used_amount: Type.String({ description: 'Includes amounts of payments that were returned.' }),
  currency: Type.String(),
  receiver_address: Nullable(Address),
  expires_at: DateTime,
  created_at: DateTime,
  ended_at: Nullable(DateTime),
}

export const Grant = Type.Object(grant, { $id: 'InterledgerGrant' })

export const NewGrant = Type.Object(
  {
    ...grant,
    grant_token: Type.String({ description: 'The token to pay with; shown only once.' }),
  },
  { $id: 'InterledgerNewGrant' },
)

export const SupportedAssets = Type.Array(
  Type.Object(
    {
      code: Type.String(),
      scale: Type.Integer({ description: 'Decimal places of the smallest unit.' }),
    },
    { $id: 'InterledgerAsset' },
  ),
  { maxItems: 100 },
)

export const PacketReply = Type.Object(
  {
    type: Type.Enum(['fulfill', 'reject']),
    packet: Type.String({ description: 'The Interledger fulfil or reject packet in base64.' }),
    code: Nullable(Type.String({ description: 'The Interledger error code of a rejection.' })),
    message: Nullable(Type.String({ description: 'Why it was rejected.' })),
  },
  { $id: 'InterledgerPacketReply' },
)
