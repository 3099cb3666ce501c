// An example request and answer of every operation: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'agent.register': {
    input: { name: 'Buyer', type: 'service', capabilities: ['payments'] },
    other: { name: 'Another' },
  },
  'agent.discover': { input: { type: 'service', limit: 5 } },
  'agent.list': {},
  'agent.get': { input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' } },
  'agent.set_capabilities': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      capabilities: [{ name: 'payments', version: '1.1', metadata: { currencies: ['USD'] } }],
    },
    other: { capabilities: [{ name: 'escrow', version: '1.0' }] },
  },
  'agent.set_endpoints': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      endpoints: { message: 'https://93.184.216.34/messages' },
    },
    other: { endpoints: {} },
  },
  'agent.set_status': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301', status: 'inactive' },
    other: { status: 'active' },
  },
  'agent.rotate_key': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      public_key: '79b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664',
    },
    other: { public_key: '1111111111111111111111111111111111111111111111111111111111111111' },
  },
  'agent.configuration': {},
  'agent_auth.challenge': { input: { did: 'did:florin:agent:nobody' } },
  'agent_auth.log_in_by_did': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      challenge: 'eyJkaWQiOiJkaWQ6ZmxvcmluOmFnZW50Om5vYm9keSIsIm5vbmNlIjoiV1dKVEdB',
      nonce: 'WWJTGAGhK25cde33b8dfafa6e7aa082b',
      signature: 'CUGcK52W/seXo2vM8S0FQfT/LXW+4jpmCJANm02hoZgpamFQBwiLFhUCBsCkDSji',
    },
    other: { signature: 'AAAA' },
  },
  'agent_auth.log_in_by_key': {
    input: { api_key: 'dJE8V6ciRNTgLw6O1K0GD7doO9u1ZRTMwGMN2eln4VZzgFSLUtL0j8MpURIivPrQ' },
    other: { api_key: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' },
  },
  'agent_auth.validate': {
    input: { session_token: 'BInxSaNT8dQWvlU2FA84PM1aZs5TIewqbIhnD23cIPFPU1wn2Bw72HIIH0fwFwOb' },
  },
  'agent_auth.revoke': {
    input: { session_token: 'BInxSaNT8dQWvlU2FA84PM1aZs5TIewqbIhnD23cIPFPU1wn2Bw72HIIH0fwFwOb' },
    other: { session_token: 'unknown' },
  },
  'agent_auth.scopes': {},
  'agent_key.list': { input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' } },
  'agent_key.create': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      name: 'Example',
      scopes: ['payments:read'],
    },
    other: { name: 'Another' },
  },
  'agent_key.revoke': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      key_id: 'ak_RhapW2h7T9AIz8qo',
    },
  },
  'agent_session.list': { input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' } },
  'agent_session.revoke_all': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' },
  },
})
