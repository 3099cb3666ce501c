// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'reputation.get': {
    output: {
      agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      agent_id: '0199d3a2-7c00-7000-8000-d7f127abd611',
      score: 50,
      trust_level: 'neutral',
      total_transactions: 0,
      successful_transactions: 0,
      failed_transactions: 0,
      cancelled_transactions: 0,
      success_rate: 0,
      average_rating: null,
      dispute_count: 0,
      is_new_agent: true,
    },
  },
  'reputation.leaderboard': { output: [], varies: [''] },
  'reputation.give_feedback': {
    output: {
      agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      previous_score: 50,
      new_score: 50.3,
      score_change: 0.3,
      new_trust_level: 'neutral',
      feedback_recorded: true,
    },
  },
  'reputation.penalize': {
    output: {
      agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      previous_score: 50,
      new_score: 45,
      score_change: -5,
      trust_level: 'neutral',
      severity: 'minor',
      reason: 'Spam',
    },
  },
  'reputation.history': { output: [] },
  'reputation.trust': {
    output: {
      agent_a: {
        did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        score: 50,
        trust_level: 'neutral',
      },
      agent_b: {
        did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
        score: 50,
        trust_level: 'neutral',
      },
      combined_trust_score: 50,
      combined_trust_level: 'neutral',
      escrow_recommended: false,
      instant_settlement_allowed: false,
      max_transaction_value: 1000,
      recommendations: [
        'Keep a single transaction within 1000.',
        'Settle after delivery, not at once.',
      ],
    },
  },
}
