// Wire shapes of reputations and trust.
import { Type } from 'typebox'

const Text = Type.Union([Type.String(), Type.Null()])
const Score = Type.Number({ description: 'From 0 to 100, with two decimal places.' })

export const TrustLevel = Type.Enum(['untrusted', 'low', 'neutral', 'high', 'trusted'], {
  $id: 'TrustLevel',
})
export const Outcome = Type.Enum(['success', 'failed', 'cancelled', 'timeout'], {
  $id: 'DealingOutcome',
  description: 'How the transaction ended.',
})
export const Severity = Type.Enum(['minor', 'moderate', 'major', 'critical'], {
  $id: 'PenaltySeverity',
  description: 'The severity decides how much the score falls.',
})

const reputation = {
  agent_did: Type.String(),
  agent_id: Type.String({ format: 'uuid' }),
  score: Score,
  trust_level: TrustLevel,
  total_transactions: Type.Integer(),
  successful_transactions: Type.Integer(),
  failed_transactions: Type.Integer(),
  cancelled_transactions: Type.Integer(),
  success_rate: Type.Number({
    description: 'In per cent, with two decimal places, rounded down.',
  }),
  average_rating: Type.Union([Type.Number(), Type.Null()]),
  dispute_count: Type.Integer(),
  is_new_agent: Type.Boolean(),
}

export const Reputation = Type.Object(reputation, { $id: 'Reputation' })

export const Leader = Type.Object(
  { rank: Type.Integer(), name: Type.String(), ...reputation },
  { $id: 'ReputationLeader' },
)

export const FeedbackReply = Type.Object(
  {
    agent_did: Type.String(),
    previous_score: Score,
    new_score: Score,
    score_change: Type.Number(),
    new_trust_level: TrustLevel,
    feedback_recorded: Type.Literal(true),
  },
  { $id: 'ReputationFeedback' },
)

export const Penalty = Type.Object(
  {
    agent_did: Type.String(),
    previous_score: Score,
    new_score: Score,
    score_change: Type.Number(),
    trust_level: TrustLevel,
    severity: Severity,
    reason: Type.String(),
  },
  { $id: 'ReputationPenalty' },
)

export const HistoryItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    kind: Type.Enum(['feedback', 'penalty']),
    reviewer_did: Text,
    transaction_id: Text,
    outcome: Type.Union([Outcome, Type.Null()]),
    severity: Type.Union([Severity, Type.Null()]),
    rating: Type.Union([Type.Integer(), Type.Null()]),
    comment: Text,
    previous_score: Score,
    new_score: Score,
    score_change: Type.Number(),
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'ReputationHistoryItem' },
)

const Side = Type.Object({ did: Type.String(), score: Score, trust_level: TrustLevel })

export const Trust = Type.Object(
  {
    agent_a: Side,
    agent_b: Side,
    combined_trust_score: Score,
    combined_trust_level: TrustLevel,
    escrow_recommended: Type.Boolean(),
    instant_settlement_allowed: Type.Boolean(),
    max_transaction_value: Type.Integer(),
    recommendations: Type.Array(Type.String(), { maxItems: 20 }),
  },
  { $id: 'TrustEvaluation' },
)
