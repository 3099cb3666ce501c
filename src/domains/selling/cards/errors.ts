// What is refused of the card platform's calls.
import { defineError } from '../../../operation/error.ts'

export const InvalidPayload = defineError<{ reason: string }>(
  'INVALID_PAYLOAD',
  400,
  (d) => d.reason,
)

/** An event that says too little, or what cannot be: it is kept, and looked at again. */
export class BadEvent extends Error {}
