// Errors of feedback.
import { defineError } from '../../../operation/error.ts'

export const FeedbackNotAllowed = defineError<{ reason: string }>(
  'FEEDBACK_NOT_ALLOWED',
  400,
  (d) => d.reason,
  {
    meaning: 'This agent may not give feedback on this transaction.',
    advice:
      'Send as `reviewer_did` the other party of the transaction, which must have another owner. The outcome success requires a completed payment, or a released or resolved escrow.',
  },
)

export const FeedbackAlreadyGiven = defineError<{ transaction_id: string }>(
  'FEEDBACK_ALREADY_GIVEN',
  409,
  (d) => `This agent has already given feedback on the transaction ${d.transaction_id}.`,
  {
    advice:
      'No action is needed: feedback cannot be changed. GET /api/agent-protocol/agents/{did}/reputation/history lists it.',
  },
)
