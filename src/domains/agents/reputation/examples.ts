// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'reputation.get': { input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' } },
  'reputation.leaderboard': {},
  'reputation.give_feedback': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      reviewer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
      outcome: 'success',
      rating: 5,
    },
    other: { rating: 4 },
  },
  'reputation.penalize': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      severity: 'minor',
      reason: 'Spam',
    },
    other: { severity: 'major' },
    as: 'operator',
  },
  'reputation.history': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' },
    isShared: true,
  },
  'reputation.trust': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
    },
    isShared: true,
  },
})
