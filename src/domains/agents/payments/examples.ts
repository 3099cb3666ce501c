// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'agent_payment.list': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      status: 'pending',
      type: 'sent',
      limit: 5,
    },
  },
  'agent_payment.initiate': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      to_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      amount: 12.5,
      currency: 'USD',
      description: 'A report',
      escrow_required: false,
      metadata: { order: 7 },
    },
    other: { amount: 13 },
  },
  'agent_payment.get': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
    },
  },
  'agent_payment.confirm': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
    },
  },
  'agent_payment.cancel': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
      reason: 'Not wanted any more',
    },
    other: { reason: 'Another' },
  },
})
