// What is refused of messages.
import { defineError } from '../../operation/error.ts'

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
