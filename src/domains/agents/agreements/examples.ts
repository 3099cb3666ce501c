// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'agent_protocol.versions': {},
  'agent_protocol.capabilities': {
    input: { version: '1.1' },
    pathIsChoice: true,
  },
  'agent_agreement.negotiate': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      target_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      preferred_capabilities: ['messaging'],
    },
    other: { preferred_capabilities: ['payments'] },
  },
  'agent_agreement.get': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
    },
  },
  'agent_agreement.check': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
    },
  },
  'agent_agreement.refresh': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
      preferred_capabilities: ['messaging'],
    },
    other: { preferred_capabilities: ['payments'] },
  },
  'agent_agreement.revoke': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      other_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3302',
    },
  },
})
