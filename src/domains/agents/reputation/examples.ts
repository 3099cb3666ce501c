// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const reputation = {
  agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
  agent_id: '0199d3a2-7c00-7000-8000-000000000009',
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
}

export const examples = defineExamples({
  'reputation.get': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' },
    output: reputation,
  },
  'reputation.leaderboard': {
    output: [
      {
        rank: 1,
        name: 'Buyer',
        ...reputation,
        total_transactions: 1,
        successful_transactions: 1,
        success_rate: 100,
        average_rating: 5,
      },
    ],
  },
  'reputation.give_feedback': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      reviewer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
      outcome: 'success',
      rating: 5,
    },
    output: {
      agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      previous_score: 50,
      new_score: 50.3,
      score_change: 0.3,
      new_trust_level: 'neutral',
      feedback_recorded: true,
    },
    other: { rating: 4 },
  },
  'reputation.penalize': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      severity: 'minor',
      reason: 'Spam',
    },
    output: {
      agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      previous_score: 50,
      new_score: 45,
      score_change: -5,
      trust_level: 'neutral',
      severity: 'minor',
      reason: 'Spam',
    },
    other: { severity: 'major' },
    as: 'operator',
  },
  'reputation.history': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' },
    output: [
      {
        id: '0199d3a2-7c00-7000-8000-000000000062',
        kind: 'feedback',
        reviewer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
        transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
        outcome: 'success',
        severity: null,
        rating: 5,
        comment: null,
        previous_score: 50,
        new_score: 50.3,
        score_change: 0.3,
        created_at: '2026-03-01T12:00:00.000Z',
      },
    ],
    isShared: true,
  },
  'reputation.trust': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
    },
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
    isShared: true,
  },
})
