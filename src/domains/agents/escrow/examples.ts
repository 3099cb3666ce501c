// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'escrow.create': {
    input: {
      buyer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      seller_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      amount: 12.5,
      currency: 'USD',
      conditions: ['delivered'],
      release_conditions: ['accepted'],
      timeout_seconds: 3600,
      dispute_resolution_did: null,
      metadata: { order: 7 },
    },
    other: { amount: 13 },
  },
  'escrow.get': { input: { escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018' } },
  'escrow.fund': {
    input: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      funder_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
    },
    other: { funder_did: 'did:florin:agent:another' },
  },
  'escrow.release': {
    input: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      releaser_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      conditions_met: ['accepted'],
    },
    other: { conditions_met: [] },
  },
  'escrow.dispute': {
    input: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      disputer_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      reason: 'Not paid',
      evidence: ['A photograph'],
    },
    other: { reason: 'Another' },
  },
  'escrow.resolve': {
    input: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      resolver_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      resolution_type: 'split',
      split_percentage: 33.3,
      reason: 'Half of it was delivered',
    },
    other: { split_percentage: 50 },
  },
  'escrow.list': { input: { status: 'created', limit: 5 } },
  'escrow.cancel': {
    input: {
      escrow_id: 'escrow-0199d3a2-7c00-7000-8000-000000000018',
      reason: 'Not wanted any more',
    },
    other: { reason: 'Another' },
  },
})
