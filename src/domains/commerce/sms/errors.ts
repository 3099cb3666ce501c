// The errors of text messages.
import { defineError } from '../../../operation/error.ts'

export const SmsUnavailable = defineError(
  'SMS_UNAVAILABLE',
  503,
  () => 'Text messages cannot be sent: this bank has no SMS provider configured.',
  {
    advice:
      'Ask the operator of this bank to configure a provider; a retry does not help before that.',
  },
)

/** Nothing was sent. The payment stays captured, and the same proof can be used for another try. */
export const SmsRefused = defineError<{ reason: string }>(
  'SMS_REJECTED',
  502,
  (d) => `The provider refused the message: ${d.reason}`,
)

/** The bank retries the message by itself; repeating the request only asks for the status. */
export const SmsDelayed = defineError(
  'SMS_DELAYED',
  503,
  () =>
    'The SMS provider did not answer. The message is stored and will be retried; repeat the request with the same proof to learn its status.',
)

/** The route that charges the actual price is open to everybody. */
export const SmsNotCovered = defineError<{ cents: bigint; flatCents: bigint }>(
  'SMS_NOT_COVERED',
  422,
  (d) =>
    `This message costs ${d.cents} US cents, more than the flat charge of ${d.flatCents} covers. Send it by POST /api/v1/sms/send, which charges the actual price.`,
)

export const NoAccountToCharge = defineError(
  'NO_ACCOUNT_TO_CHARGE',
  422,
  () => 'Messages are charged to your account, and you have no open one; open an account first.',
)
