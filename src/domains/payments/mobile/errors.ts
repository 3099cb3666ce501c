// The errors of payments from the app.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const MerchantNotFound = defineError<{ id: string }>(
  'MERCHANT_NOT_FOUND',
  404,
  (d) => `There is no merchant ${d.id}.`,
)

export const IntentNotFound = defineError<{ id: string }>(
  'INTENT_NOT_FOUND',
  404,
  (d) => `There is no payment intent ${d.id}.`,
)

export const TransactionNotFound = defineError<{ id: string }>(
  'TRANSACTION_NOT_FOUND',
  404,
  (d) => `There is no transaction ${d.id}.`,
)

export const ReceiptUnavailable = defineError<{ reason: string }>(
  'RECEIPT_UNAVAILABLE',
  404,
  (d) => d.reason,
  {
    meaning: 'There is no receipt for this yet, or none any more.',
    advice: 'Wait until the payment is completed, or ask its owner to share the receipt again.',
  },
)

export const MerchantUnreachable = defineError<{ name: string }>(
  'MERCHANT_UNREACHABLE',
  422,
  (d) => `${d.name} cannot be paid at the moment; try again later.`,
)

export const RecipientUnavailable = defineError(
  'RECIPIENT_UNAVAILABLE',
  422,
  () => 'The recipient cannot receive money at the moment; nothing was paid.',
  { advice: 'Tell the recipient to open or unfreeze an account, then send it again.' },
)

export const RecipientNotFound = defineError<{ recipient: string }>(
  'RECIPIENT_NOT_FOUND',
  422,
  (d) => `Nobody here is known as ${d.recipient}; nothing was paid.`,
  { advice: 'Check the address with the recipient, and send it again.' },
)

export const WrongNetwork = defineError<{ network: string; accepted: readonly string[] }>(
  'WRONG_NETWORK',
  422,
  (d) => `The network ${d.network} is not accepted; use ${d.accepted.join(' or ')}.`,
  { details: Type.Object({ accepted: Type.Array(Type.String()) }) },
)

export const WrongToken = defineError<{ asset: string; accepted: readonly string[] }>(
  'WRONG_TOKEN',
  422,
  (d) => `${d.asset} is not accepted; use ${d.accepted.join(' or ')}.`,
  { details: Type.Object({ accepted: Type.Array(Type.String()) }) },
)

export const InsufficientFees = defineError<{ fee: string; asset: string }>(
  'INSUFFICIENT_FEES',
  422,
  (d) => `The account covers the amount but not the network fee of ${d.fee} ${d.asset}.`,
  { advice: 'Send a little less, so that the fee is covered too.' },
)

export const IntentExpired = defineError<{ expires_at: string }>(
  'INTENT_EXPIRED',
  409,
  (d) => `This payment intent expired at ${d.expires_at}; create a new one.`,
)

export const IntentAlreadySubmitted = defineError<{ status: string }>(
  'INTENT_ALREADY_SUBMITTED',
  409,
  (d) => `This payment intent is ${d.status}; it was submitted already.`,
  {
    advice: 'Read the intent instead of submitting it again.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const IntentCancelled = defineError(
  'INTENT_CANCELLED',
  409,
  () => 'This payment intent was cancelled; create a new one.',
)

export const NoAccount = defineError(
  'NO_OPEN_ACCOUNT',
  422,
  () => 'You have no open account; open one first.',
)

export const TransferNotPending = defineError<{ status: string }>(
  'TRANSFER_NOT_PENDING',
  409,
  (d) => `This transfer is ${d.status}; only a pending one can be cancelled or claimed.`,
  {
    advice: 'Read the transfer to see how it ended.',
    details: Type.Object({ status: Type.String() }),
  },
)

/** The same for a wrong code, an expired one, and one for another address. */
export const ClaimNotFound = defineError(
  'CLAIM_NOT_FOUND',
  404,
  () =>
    'No money waits for your e-mail address under this code; sign in with the address to which the code was sent.',
)

export const PendingTransferLimit = defineError<{ maximum: number; whose: string }>(
  'TOO_MANY_PENDING_TRANSFERS',
  422,
  (d) =>
    `You have ${d.maximum} transfers ${d.whose} that nobody has claimed yet; cancel one, or wait.`,
)

export const TooManyMerchants = defineError<{ maximum: number }>(
  'TOO_MANY_MERCHANTS',
  422,
  (d) => `You may register at most ${d.maximum} merchants.`,
)

export const QuoteFailed = defineError<{ reason: string }>('QUOTE_FAILED', 400, (d) => d.reason, {
  meaning: 'There is no quote for this payment on this network.',
  advice: 'Choose another network or amount, or ask again later.',
})
