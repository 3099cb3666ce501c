// The events of an agent's reputation; its owner gets them.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const change = {
  agent_did: Type.String(),
  previous_score: Type.Number(),
  new_score: Type.Number(),
  trust_level: Type.String(),
}

export const ReputationReviewed = defineEvent({
  type: 'reputation.reviewed',
  version: 1,
  summary: 'An agent got feedback on a transaction.',
  data: Type.Object({
    ...change,
    reviewer_did: Type.String(),
    transaction_id: Type.String(),
    outcome: Type.String(),
  }),
})

export const ReputationPenalized = defineEvent({
  type: 'reputation.penalized',
  version: 1,
  summary: 'An operator lowered the score of an agent.',
  data: Type.Object({ ...change, severity: Type.String(), reason: Type.String() }),
})
