// What feedback is refused for.
import { defineError } from '../../../operation/error.ts'

export const FeedbackNotAllowed = defineError<{ reason: string }>(
  'FEEDBACK_NOT_ALLOWED',
  400,
  (d) => d.reason,
)

export const FeedbackGiven = defineError<{ transaction_id: string }>(
  'FEEDBACK_ALREADY_GIVEN',
  409,
  (d) => `This agent has already said what it thinks of ${d.transaction_id}.`,
)
