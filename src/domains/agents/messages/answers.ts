// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'agent_message.list': {
    output: {
      success: true,
      data: [{ acknowledge_by: null, acknowledged_at: null }],
      meta: {
        agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        count: 1,
        filter: { type: 'inbox', unacknowledged_only: false, limit: 5 },
      },
    },
  },
  'agent_message.send': {
    output: {
      message_id: 'msg-0199d3a2-7c00-7000-8000-e2b9b00bac9c',
      from_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      to_agent_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      message_type: 'direct',
      priority: 'high',
      status: 'sent',
      requires_acknowledgment: true,
      correlation_id: 'order-17',
      sent_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'agent_message.get': { output: { acknowledge_by: null, acknowledged_at: null } },
  'agent_message.acknowledge': {
    output: {
      message_id: 'msg-0199d3a2-7c00-7000-8000-000000000015',
      status: 'acknowledged',
      acknowledged_at: '2026-03-01T12:00:00.000Z',
      already_acknowledged: false,
    },
  },
}
