// The errors of payments from the app.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const MerchantNotFound = defineError<{ id: string }>(
  'MERCHANT_NOT_FOUND',
  404,
  (d) => `There is no merchant ${d.id}.`,
  {
    advice:
      'Ask the merchant for its id. Merchants of another tenant or environment are not found, and only the owner can change a merchant.',
  },
)

export const IntentNotFound = defineError<{ id: string }>(
  'INTENT_NOT_FOUND',
  404,
  (d) => `There is no payment intent ${d.id}.`,
  {
    advice:
      'Look up the `intentId` with GET /api/v1/payments/intents. Intents of other users and of the other environment are not found.',
  },
)

export const TransactionNotFound = defineError<{ id: string }>(
  'TRANSACTION_NOT_FOUND',
  404,
  (d) => `There is no transaction ${d.id}.`,
  {
    advice:
      'Send the id of an item of GET /api/v1/activity, or of a payment intent of yours. Transactions of other users are not found.',
  },
)

export const ReceiptUnavailable = defineError<{ reason: string }>(
  'RECEIPT_UNAVAILABLE',
  404,
  (d) => d.reason,
  {
    meaning:
      'The payment is not confirmed yet, or its receipt is not, or no longer, shared by a link.',
    advice:
      'Wait until the payment is confirmed. If a link no longer works, its owner makes a new one with POST /api/v1/transactions/:txId/receipt.',
  },
)

export const MerchantUnreachable = defineError<{ name: string }>(
  'MERCHANT_UNREACHABLE',
  422,
  (d) => `${d.name} cannot be paid at the moment; try again later.`,
  {
    advice:
      'Nothing was paid, so the intent can be submitted again until it expires. The merchant must be open (`isOpen`) and its account active.',
  },
)

export const RecipientUnavailable = defineError(
  'RECIPIENT_UNAVAILABLE',
  422,
  () => 'The recipient cannot receive money at the moment; nothing was paid.',
  { advice: 'Ask the recipient to open an account or unfreeze it, then send the payment again.' },
)

export const RecipientNotFound = defineError<{ recipient: string }>(
  'RECIPIENT_NOT_FOUND',
  422,
  (d) => `There is no user, account or merchant ${d.recipient}; nothing was paid.`,
  {
    advice:
      'Create an intent whose `recipient` is a user’s uuid, an e-mail address, an account’s uuid or number, or the id of a merchant.',
  },
)

export const WrongNetwork = defineError<{ network: string; accepted: readonly string[] }>(
  'WRONG_NETWORK',
  422,
  (d) => `The network ${d.network} is not accepted; use ${d.accepted.join(' or ')}.`,
  {
    advice:
      'Send one of the networks in `error.details.accepted`. GET /api/v1/payments/merchants/:id shows those of a merchant in `acceptedNetworks`.',
    details: Type.Object({ accepted: Type.Array(Type.String()) }),
  },
)

export const WrongToken = defineError<{ asset: string; accepted: readonly string[] }>(
  'WRONG_TOKEN',
  422,
  (d) => `${d.asset} is not accepted; use ${d.accepted.join(' or ')}.`,
  {
    advice:
      'Pay in one of the assets in `error.details.accepted`. GET /api/v1/payments/merchants/:id shows those of a merchant in `acceptedAssets`.',
    details: Type.Object({ accepted: Type.Array(Type.String()) }),
  },
)

export const InsufficientFees = defineError<{ fee: string; asset: string }>(
  'INSUFFICIENT_FEES',
  422,
  (d) => `The account covers the amount but not the network fee of ${d.fee} ${d.asset}.`,
  {
    advice:
      'Add funds to the account and submit the intent again, or create an intent with a lower `amount`.',
  },
)

export const IntentExpired = defineError<{ expires_at: string }>(
  'INTENT_EXPIRED',
  409,
  (d) => `This payment intent expired at ${d.expires_at}; create a new one.`,
  {
    advice:
      'An intent must be submitted within 15 minutes. Send a new `idempotencyKey` with the new intent, because the old key returns the expired one.',
  },
)

export const IntentAlreadySubmitted = defineError<{ status: string }>(
  'INTENT_ALREADY_SUBMITTED',
  409,
  (d) => `This payment intent is ${d.status}; it was submitted already.`,
  {
    advice:
      'Get the intent to see whether the payment is pending, confirmed or failed. After submission it cannot be submitted again or cancelled.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const IntentCancelled = defineError(
  'INTENT_CANCELLED',
  409,
  () => 'This payment intent was cancelled; create a new one.',
  {
    advice:
      'A cancelled intent took no money and cannot be reopened. The new intent needs a new `idempotencyKey`, if you send one.',
  },
)

export const NoAccount = defineError(
  'NO_OPEN_ACCOUNT',
  422,
  () => 'You have no open account; open one first.',
  { advice: 'Open an account with POST /api/v2/accounts, then send the request again.' },
)

export const TransferNotPending = defineError<{ status: string }>(
  'TRANSFER_NOT_PENDING',
  409,
  (d) => `This transfer is ${d.status}; only a pending one can be cancelled or claimed.`,
  {
    advice:
      'Get the transfer with GET /api/v2/mobile/transfers/p2p/:id to see how it ended. Money that was claimed can only be sent back by its receiver.',
    details: Type.Object({ status: Type.String() }),
  },
)

/** The same answer for a wrong code, an expired one, and one for another address. */
export const ClaimNotFound = defineError(
  'CLAIM_NOT_FOUND',
  404,
  () =>
    'No money waits for your e-mail address under this code; sign in with the address to which the code was sent.',
  {
    advice:
      'Copy the code from the mail exactly. After the date in the mail the money is back with the sender, who can send it again.',
  },
)

export const TooManyPendingTransfers = defineError<{ maximum: number; whose: string }>(
  'TOO_MANY_PENDING_TRANSFERS',
  422,
  (d) =>
    `You have ${d.maximum} transfers ${d.whose} that have not been claimed yet; cancel one, or wait.`,
  {
    advice:
      'List them with GET /api/v2/mobile/transfers/p2p?status=pending and cancel one with POST /api/v2/mobile/transfers/p2p/:id/cancel. Unclaimed money returns by itself at `expires_at`.',
  },
)

export const TooManyMerchants = defineError<{ maximum: number }>(
  'TOO_MANY_MERCHANTS',
  422,
  (d) => `You may register at most ${d.maximum} merchants.`,
  {
    advice:
      'Rename a merchant that you no longer need with PATCH /api/v1/payments/merchants/:id instead of registering another one.',
  },
)

export const QuoteFailed = defineError<{ reason: string }>('QUOTE_FAILED', 400, (d) => d.reason, {
  meaning: 'There is no quote for this payment on this network.',
  advice: 'Quote the payment in USDC, the only asset that is sent over networks.',
})
