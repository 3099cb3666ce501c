// The errors of text messages.
import { defineError } from '../../../operation/error.ts'

export const SmsUnavailable = defineError(
  'SMS_UNAVAILABLE',
  503,
  () => 'Text messages cannot be sent: this bank has no SMS provider configured.',
  {
    advice: 'Ask the operator of this bank to configure SMS_PROVIDER; retries fail until then.',
  },
)

/** Nothing was sent. The payment stays captured, and the same proof can be used for another try. */
export const SmsRejected = defineError<{ reason: string }>(
  'SMS_REJECTED',
  502,
  (d) => `The provider refused the message: ${d.reason}`,
  {
    advice:
      'Check the number in `to`. A payment with POST /api/v1/sms/send is not used up: the same request with the same proof tries again. A flat charge to an account is not taken.',
  },
)

/** The bank retries the message by itself; repeating the request only asks for the status. */
export const SmsDelayed = defineError(
  'SMS_DELAYED',
  503,
  () =>
    'The SMS provider did not answer. The message is stored and will be retried; repeat the request with the same proof to learn its status.',
  {
    advice:
      'Do not pay again: the bank retries for up to three days. Once the repeated request returns a `message_id`, poll GET /api/v1/sms/status/{message_id}.',
  },
)

/** The route that charges the actual price needs no authentication. */
export const SmsNotCovered = defineError<{ cents: bigint; flatCents: bigint }>(
  'SMS_NOT_COVERED',
  422,
  (d) =>
    `This message costs ${d.cents} US cents, more than the flat charge of ${d.flatCents} covers. Send it by POST /api/v1/sms/send, which charges the actual price.`,
  {
    advice:
      'Shorten the text so that it needs fewer parts, or pay the actual price with the request. `check_price_only` returns the price without sending.',
  },
)

export const NoAccountToCharge = defineError(
  'NO_ACCOUNT_TO_CHARGE',
  422,
  () => 'Messages are charged to your account, and you have no open one; open an account first.',
  {
    advice:
      'Open an account by POST /api/accounts and fund it with US dollars; messages are charged to your first open account.',
  },
)
