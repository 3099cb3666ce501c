// The errors of the card platform's calls.
import { defineError } from '../../../operation/error.ts'

export const InvalidPayload = defineError<{ reason: string }>(
  'INVALID_PAYLOAD',
  400,
  (d) => d.reason,
  {
    meaning: 'The body of the webhook is not an event of the card issuer.',
    advice: 'Send the body exactly as the issuer signed it.',
  },
)

/** An event with missing or impossible data. It is stored and retried. */
export class BadEvent extends Error {}
