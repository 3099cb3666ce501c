// Errors of Interledger.
import { defineError } from '../../../operation/error.ts'

/** There is no current rate, nothing is left after the fee, or the amount does not fit into packets. */
export const NoQuote = defineError<{ sentence: string }>(
  'INTERLEDGER_NO_QUOTE',
  422,
  (d) => d.sentence,
  {
    meaning:
      'There is no current rate, nothing is left after the fee, or the amount does not fit into packets.',
    advice: 'Try another amount or asset, or ask again later.',
  },
)

export const QuoteExpired = defineError<{ expired_at: string }>(
  'INTERLEDGER_QUOTE_EXPIRED',
  422,
  (d) => `This quote expired at ${d.expired_at}; ask for a new one.`,
)

export const QuoteUsed = defineError(
  'INTERLEDGER_QUOTE_USED',
  422,
  () => 'This quote has been used, and a quote is good for one payment only; ask for a new one.',
)

export const NoAccount = defineError(
  'INTERLEDGER_NO_ACCOUNT',
  422,
  () => 'You have no open account; open one first, or name one with wallet_address.',
)

/** The same answer for a token that is unknown, over, revoked, or made for something else in another environment. */
export const GrantNotValid = defineError<{ sentence: string }>(
  'GRANT_NOT_VALID',
  403,
  (d) => d.sentence,
  {
    meaning: 'The grant is unknown, over, revoked, or made for something else.',
    advice: 'Ask the account holder for a new grant and use its token.',
  },
)

export const GrantLimit = defineError<{ left: string; needed: string }>(
  'GRANT_LIMIT_EXCEEDED',
  422,
  (d) => `The grant does not cover this payment: ${d.left} left, ${d.needed} needed.`,
  { advice: 'Pay less, or ask the account holder for a grant with a higher limit.' },
)

export const UnknownPeer = defineError(
  'UNKNOWN_PEER',
  401,
  () => 'Packets are taken from the configured peer only, with its bearer token.',
  { advice: 'Configure the peer at this bank, and send its token.' },
)

export const DuplicateSettlement = defineError<{ reference: string }>(
  'DUPLICATE_SETTLEMENT',
  409,
  (d) => `The settlement ${d.reference} has been recorded already.`,
  { advice: 'Nothing: it was counted once.' },
)

export const InvalidPacket = defineError(
  'INVALID_PACKET',
  422,
  () => 'The packet must be an Interledger prepare packet in base64.',
)

/** The receiver cannot be found, or does not say how it is paid. */
export const ReceiverUnreachable = defineError<{ sentence: string }>(
  'RECEIVER_UNREACHABLE',
  422,
  (d) => d.sentence,
  {
    meaning: 'The receiver cannot be found, or does not say how it is paid.',
    advice: 'Check the payment pointer; then ask again later, because the other side may be down.',
  },
)
