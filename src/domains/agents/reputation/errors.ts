// Errors of feedback.
import { defineError } from '../../../operation/error.ts'

export const FeedbackNotAllowed = defineError<{ reason: string }>(
  'FEEDBACK_NOT_ALLOWED',
  400,
  (d) => d.reason,
  {
    meaning: 'This agent may not give feedback on this transaction.',
    advice: 'Give feedback as buyer or seller of a completed transaction.',
  },
)

export const FeedbackGiven = defineError<{ transaction_id: string }>(
  'FEEDBACK_ALREADY_GIVEN',
  409,
  (d) => `This agent has already given feedback on the transaction ${d.transaction_id}.`,
  { advice: 'Nothing: feedback is given once.' },
)
