// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'agent_message.list': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301', type: 'inbox', limit: 5 },
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
    other: { payload: { text: 'Goodbye' } },
  },
  'agent_message.get': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      message_id: 'msg-0199d3a2-7c00-7000-8000-000000000015',
    },
  },
  'agent_message.acknowledge': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      message_id: 'msg-0199d3a2-7c00-7000-8000-000000000015',
    },
  },
})
