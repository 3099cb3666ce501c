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
    advice:
      'Quote a larger amount if nothing is left after the fee, a smaller one if it needs too many packets. If there is no current rate, retry later.',
  },
)

export const QuoteExpired = defineError<{ expired_at: string }>(
  'INTERLEDGER_QUOTE_EXPIRED',
  422,
  (d) => `This quote expired at ${d.expired_at}; ask for a new one.`,
  {
    advice:
      'A quote is valid for 30 seconds. Create one with POST /api/v1/interledger/quotes and pay before its `expires_at`.',
  },
)

export const QuoteUsed = defineError(
  'INTERLEDGER_QUOTE_USED',
  422,
  () => 'This quote has been used, and a quote is valid for one payment only; ask for a new one.',
  {
    advice:
      'Look for the earlier payment with GET /api/v1/interledger/payments before you create another quote.',
  },
)

export const NoAccount = defineError(
  'INTERLEDGER_NO_ACCOUNT',
  422,
  () => 'You have no open account; open one first, or name one with wallet_address.',
  {
    advice:
      'Open an account with POST /api/v2/accounts, or send the uuid of an account that you manage in `wallet_address`.',
  },
)

/** The same answer for a token that is unknown, expired, revoked, or of another environment. */
export const GrantNotValid = defineError<{ sentence: string }>(
  'GRANT_NOT_VALID',
  403,
  (d) => d.sentence,
  {
    meaning:
      'The grant is unknown, expired or revoked, or was given for another wallet address, asset or receiver.',
    advice:
      'Ask the account holder for a grant for this wallet address, asset and receiver (POST /api/v1/interledger/grants), and send its `grant_token`.',
  },
)

export const GrantLimitExceeded = defineError<{ left: string; needed: string }>(
  'GRANT_LIMIT_EXCEEDED',
  422,
  (d) => `The grant does not cover this payment: ${d.left} left, ${d.needed} needed.`,
  {
    advice:
      'Pay on a quote with a lower `send_amount`, or ask the account holder for a grant with a higher `limit_amount`.',
  },
)

export const UnknownPeer = defineError(
  'UNKNOWN_PEER',
  401,
  () => 'Packets are accepted from the configured peer only, with its bearer token.',
  {
    advice:
      'Send the header Authorization with `Bearer` and the token that the bank has configured in INTERLEDGER_INCOMING_TOKEN.',
  },
)

export const DuplicateSettlement = defineError<{ reference: string }>(
  'DUPLICATE_SETTLEMENT',
  409,
  (d) => `The settlement ${d.reference} has been recorded already.`,
  {
    advice:
      'No action is needed: the debt was reduced once. Record another payment of the peer under its own `reference`.',
  },
)

export const InvalidPacket = defineError(
  'INVALID_PACKET',
  422,
  () => 'The packet must be an Interledger prepare packet in base64.',
  {
    advice:
      'Encode an ILPv4 prepare packet (Interledger RFC 27) in base64 and send it in `packet`.',
  },
)

/** The receiver cannot be found, or does not say how it is paid. */
export const ReceiverUnreachable = defineError<{ sentence: string }>(
  'RECEIVER_UNREACHABLE',
  422,
  (d) => d.sentence,
  {
    meaning: 'The receiver cannot be found, or does not say how it is paid.',
    advice:
      'Check the payment pointer, and retry later if its host does not answer. To pay a bare Interledger address, first open a connection with its shared secret (POST /api/v1/interledger/connections).',
  },
)
