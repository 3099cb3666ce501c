// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const agentMessage = {
  message_id: 'msg-0199d3a2-7c00-7000-8000-000000000015',
  from_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
  to_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
  message_type: 'direct',
  priority: 'normal',
  status: 'delivered',
  requires_acknowledgment: false,
  correlation_id: null,
  sent_at: '2026-03-01T12:00:00.000Z',
  from_agent_id: '0199d3a2-7c00-7000-8000-000000000016',
  to_agent_id: '0199d3a2-7c00-7000-8000-000000000017',
  payload: { text: 'Hello' },
  headers: {},
  reply_to: null,
  acknowledgment_timeout: 60,
  acknowledge_by: null,
  delivered_at: '2026-03-01T12:00:00.000Z',
  acknowledged_at: null,
  failed_at: null,
  retry_count: 0,
  next_retry_at: null,
  metadata: { sequence: 1, last_error: null },
}

export const examples = defineExamples({
  'agent_message.list': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301', type: 'inbox', limit: 5 },
    output: {
      success: true,
      data: [agentMessage],
      meta: {
        agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        count: 1,
        filter: { type: 'inbox', unacknowledged_only: false, limit: 5 },
      },
    },
  },
  'agent_message.send': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      to_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      message_type: 'direct',
      payload: { text: 'Hello' },
      priority: 'high',
      requires_acknowledgment: true,
      correlation_id: 'order-17',
      headers: { 'content-language': 'en' },
    },
    output: {
      message_id: 'msg-0199d3a2-7c00-7000-8000-000000000015',
      from_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      to_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      message_type: 'direct',
      priority: 'high',
      status: 'sent',
      requires_acknowledgment: true,
      correlation_id: 'order-17',
      sent_at: '2026-03-01T12:00:00.000Z',
    },
    other: { payload: { text: 'Goodbye' } },
  },
  'agent_message.get': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      message_id: 'msg-0199d3a2-7c00-7000-8000-000000000015',
    },
    output: agentMessage,
  },
  'agent_message.acknowledge': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      message_id: 'msg-0199d3a2-7c00-7000-8000-000000000015',
    },
    output: {
      message_id: 'msg-0199d3a2-7c00-7000-8000-000000000015',
      status: 'acknowledged',
      acknowledged_at: '2026-03-01T12:00:00.000Z',
      already_acknowledged: false,
    },
  },
})
