// The settings for the deadlines of disputes.
import { defineSettings, integer } from '../../../platform/settings.ts'

export const settings = defineSettings({
  DISPUTE_PERIOD_DAYS: integer(
    'The number of days after a payment in which its payer can dispute it.',
    120,
    1,
    3_650,
  ),
  DISPUTE_DECISION_DAYS: integer(
    'The number of days in which the bank decides a dispute; the queue of operators shows which are overdue.',
    30,
    1,
    365,
  ),
  DISPUTE_ANSWER_DAYS: integer(
    'The number of days in which the payer answers a question of the bank; a dispute without an answer expires.',
    14,
    1,
    365,
  ),
})
