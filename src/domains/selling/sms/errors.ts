// What is refused of messages.
import { defineError } from '../../../operation/error.ts'

export const SmsUnavailable = defineError(
  'SMS_UNAVAILABLE',
  503,
  () => 'Sending messages is switched off here: no provider is configured.',
)

/** Nothing was sent; what was paid stays paid, and the same proof may be used again. */
export const SmsRefused = defineError<{ reason: string }>(
  'SMS_REFUSED',
  502,
  (d) => `The provider refused the message: ${d.reason}`,
)

/** It is kept and tried again, with or without whoever asked. */
export const SmsDelayed = defineError(
  'SMS_DELAYED',
  503,
  () =>
    'The provider did not answer; the message is kept and tried again. The same proof tells what became of it.',
)

/** The way that charges what a message costs is open to everybody. */
export const SmsNotCovered = defineError<{ cents: bigint; flatCents: bigint }>(
  'SMS_NOT_COVERED',
  422,
  (d) =>
    `This message costs ${d.cents} US cents, and here only messages up to ${d.flatCents} are sent. Send it by POST /api/v1/sms/send and pay for it on the spot.`,
)

export const NoAccountToCharge = defineError(
  'NO_ACCOUNT_TO_CHARGE',
  422,
  () => 'A message is paid for from your account, and you have none that is open; open one first.',
)
