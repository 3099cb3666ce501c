// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const agentPayment = {
  transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
  from_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
  to_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
  from_agent_id: '0199d3a2-7c00-7000-8000-000000000016',
  to_agent_id: '0199d3a2-7c00-7000-8000-000000000017',
  amount: 12.5,
  currency: 'USD',
  fees: 0,
  status: 'pending',
  type: 'direct',
  escrow_required: false,
  escrow_id: null,
  description: 'A report',
  metadata: { order: 7 },
  initiated_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-02T12:00:00.000Z',
  confirmed_at: null,
  completed_at: null,
  cancelled_at: null,
  cancellation_reason: null,
  failed_at: null,
  failure_reason: null,
}

export const examples = defineExamples({
  'agent_payment.list': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      status: 'pending',
      type: 'sent',
      limit: 5,
    },
    output: {
      success: true,
      data: [agentPayment],
      meta: {
        agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        count: 1,
        filter: { type: 'sent', status: 'pending' },
      },
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
    output: agentPayment,
    other: { amount: 13 },
  },
  'agent_payment.get': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
    },
    output: agentPayment,
  },
  'agent_payment.confirm': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
    },
    output: {
      ...agentPayment,
      status: 'completed',
      confirmed_at: '2026-03-01T12:00:00.000Z',
      completed_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'agent_payment.cancel': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
      reason: 'Not wanted any more',
    },
    output: {
      transaction_id: 'txn-0199d3a2-7c00-7000-8000-000000000019',
      from_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      to_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      from_agent_id: '0199d3a2-7c00-7000-8000-000000000016',
      to_agent_id: '0199d3a2-7c00-7000-8000-000000000017',
      amount: 12.5,
      currency: 'USD',
      fees: 0,
      status: 'cancelled',
      type: 'direct',
      escrow_required: false,
      escrow_id: null,
      description: 'A report',
      metadata: { order: 7 },
      initiated_at: '2026-03-01T12:00:00.000Z',
      expires_at: '2026-03-02T12:00:00.000Z',
      confirmed_at: null,
      completed_at: null,
      cancelled_at: '2026-03-01T12:00:00.000Z',
      cancellation_reason: 'Not wanted any more',
      failed_at: null,
      failure_reason: null,
      reason: 'Not wanted any more',
    },
    other: { reason: 'Another' },
  },
})
