// An example request and answer of every operation: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const agentCapability = { name: 'payments', version: '1.1', metadata: { currencies: ['USD'] } }

const agentListItem = {
  agent_id: '0199d3a2-7c00-7000-8000-000000000009',
  did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
  name: 'Agent',
  type: 'service',
  status: 'active',
  capabilities: [agentCapability],
  endpoints: {},
  created_at: '2026-03-01T12:00:00.000Z',
}

const openedAgentSession = {
  session_token: 'BInxSaNT8dQWvlU2FA84PM1aZs5TIewqbIhnD23cIPFPU1wn2Bw72HIIH0fwFwOb',
  expires_at: '2026-03-02T12:00:00.000Z',
  agent: {
    agent_id: '0199d3a2-7c00-7000-8000-000000000009',
    did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
    name: 'Agent',
    status: 'active',
  },
}

export const examples = defineExamples({
  'agent.register': {
    input: { name: 'Buyer', type: 'service', capabilities: ['payments'] },
    output: {
      agent_id: '0199d3a2-7c00-7000-8000-000000000009',
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      name: 'Buyer',
      type: 'service',
      status: 'active',
      capabilities: ['payments'],
      registered_at: '2026-03-01T12:00:00.000Z',
      public_key_multibase: 'z6MktUcQ8E2DBWnkffke2aGbgt8dt6W8RKz6QRnanhMMQynv',
      private_key: 'Gs3dK+K5YtJzApiNYbXIKrb+EADl7qTbG2bTiI4whCc=',
      warning: 'Keep the private_key now: it is shown only once and not stored.',
    },
    other: { name: 'Another' },
  },
  'agent.discover': {
    input: { type: 'service', limit: 5 },
    output: {
      success: true,
      data: [agentListItem],
      meta: { count: 2, filter: { type: 'service', status: 'active' } },
    },
  },
  'agent.list': { output: onePage(agentListItem) },
  'agent.get': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' },
    output: {
      agent_id: '0199d3a2-7c00-7000-8000-000000000009',
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      name: 'Agent',
      type: 'service',
      status: 'active',
      capabilities: [agentCapability],
      endpoints: {},
      created_at: '2026-03-01T12:00:00.000Z',
      description: null,
      metadata: {},
      public_key: 'z6Mkqus9MhbgctxeGpPQJQq8vxcbtN3YwmB3E6KhzBSfB24r',
      updated_at: '2026-03-01T12:00:00.000Z',
      last_activity_at: null,
      did_document: {
        '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/v1'],
        id: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        verificationMethod: [
          {
            id: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301#keys-1',
            type: 'Ed25519VerificationKey2020',
            controller: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
            publicKeyMultibase: 'z6Mkqus9MhbgctxeGpPQJQq8vxcbtN3YwmB3E6KhzBSfB24r',
          },
        ],
        authentication: ['did:florin:agent:3f2504e04f8941d39a0c0305e82c3301#keys-1'],
        assertionMethod: ['did:florin:agent:3f2504e04f8941d39a0c0305e82c3301#keys-1'],
        capabilityInvocation: ['did:florin:agent:3f2504e04f8941d39a0c0305e82c3301#keys-1'],
        capabilityDelegation: ['did:florin:agent:3f2504e04f8941d39a0c0305e82c3301#keys-1'],
        service: [
          {
            id: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301#ap2',
            type: 'AP2Service',
            serviceEndpoint:
              'https://bank.example/api/agent-protocol/agents/did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
          },
        ],
        created: '2026-03-01T12:00:00.000Z',
        updated: '2026-03-01T12:00:00.000Z',
      },
    },
  },
  'agent.set_capabilities': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      capabilities: [{ name: 'payments', version: '1.1', metadata: { currencies: ['USD'] } }],
    },
    output: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      capabilities: [agentCapability],
      updated_at: '2026-03-01T12:00:00.000Z',
    },
    other: { capabilities: [{ name: 'escrow', version: '1.0' }] },
  },
  'agent.set_endpoints': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      endpoints: { message: 'https://93.184.216.34/messages' },
    },
    output: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      endpoints: { message: 'https://93.184.216.34/messages' },
      updated_at: '2026-03-01T12:00:00.000Z',
    },
    other: { endpoints: {} },
  },
  'agent.set_status': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301', status: 'inactive' },
    output: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      status: 'inactive',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
    other: { status: 'active' },
  },
  'agent.rotate_key': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      public_key: '79b5562e8fe654f94078b112e8a98ba7901f853ae695bed7e0e3910bad049664',
    },
    output: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      key_id: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301#keys-2',
      public_key_multibase: 'z6MktUcQ8E2DBWnkffke2aGbgt8dt6W8RKz6QRnanhMMQynv',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
    other: { public_key: '1111111111111111111111111111111111111111111111111111111111111111' },
  },
  'agent.configuration': {
    output: {
      issuer: 'https://bank.example',
      agent_registration_endpoint: 'https://bank.example/api/agent-protocol/agents/register',
      agent_discovery_endpoint: 'https://bank.example/api/agent-protocol/agents/discover',
      payment_endpoint: 'https://bank.example/api/agent-protocol/agents/{did}/payments',
      escrow_endpoint: 'https://bank.example/api/agent-protocol/escrow',
      message_endpoint: 'https://bank.example/api/agent-protocol/agents/{did}/messages',
      reputation_endpoint: 'https://bank.example/api/agent-protocol/agents/{did}/reputation',
      mandate_endpoint: 'https://bank.example/api/agent-protocol/mandates',
      supported_capabilities: ['payment', 'escrow'],
      supported_protocols: ['AP2/1.0', 'A2A/1.0'],
      documentation: 'https://bank.example/api/docs',
    },
  },
  'agent_auth.challenge': {
    input: { did: 'did:florin:agent:nobody' },
    output: {
      challenge: 'eyJkaWQiOiJkaWQ6ZmxvcmluOmFnZW50Om5vYm9keSIsIm5vbmNlIjoiV1dKVEdB',
      nonce: 'WWJTGAGhK25cde33b8dfafa6e7aa082b',
      expires_at: '2026-03-01T12:05:00.000Z',
    },
  },
  'agent_auth.log_in_by_did': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      challenge: 'eyJkaWQiOiJkaWQ6ZmxvcmluOmFnZW50Om5vYm9keSIsIm5vbmNlIjoiV1dKVEdB',
      nonce: 'WWJTGAGhK25cde33b8dfafa6e7aa082b',
      signature: 'CUGcK52W/seXo2vM8S0FQfT/LXW+4jpmCJANm02hoZgpamFQBwiLFhUCBsCkDSji',
    },
    output: openedAgentSession,
    other: { signature: 'AAAA' },
  },
  'agent_auth.log_in_by_key': {
    input: { api_key: 'dJE8V6ciRNTgLw6O1K0GD7doO9u1ZRTMwGMN2eln4VZzgFSLUtL0j8MpURIivPrQ' },
    output: openedAgentSession,
    other: { api_key: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' },
  },
  'agent_auth.validate': {
    input: { session_token: 'BInxSaNT8dQWvlU2FA84PM1aZs5TIewqbIhnD23cIPFPU1wn2Bw72HIIH0fwFwOb' },
    output: {
      success: true,
      valid: true,
      data: {
        agent_id: '0199d3a2-7c00-7000-8000-000000000009',
        did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        session_id: 'ses_96f40b31dcb79f07',
        expires_at: '2026-03-02T12:00:00.000Z',
        scopes: ['payments:read', 'payments:create'],
      },
    },
  },
  'agent_auth.revoke': {
    input: { session_token: 'BInxSaNT8dQWvlU2FA84PM1aZs5TIewqbIhnD23cIPFPU1wn2Bw72HIIH0fwFwOb' },
    output: { success: true, message: 'The session has ended.' },
    other: { session_token: 'unknown' },
  },
  'agent_auth.scopes': {
    output: {
      scopes: {
        'payments:read': 'See payments.',
        'payments:create': 'Start and confirm payments.',
        'payments:cancel': 'Cancel payments.',
        'payments:*': 'Everything about payments.',
        'wallet:read': 'See balances.',
        'wallet:transfer': 'Move money between wallets.',
        'wallet:withdraw': 'Take money out of a wallet.',
        'wallet:*': 'Everything about wallet.',
        'escrow:read': 'See escrows.',
        'escrow:create': 'Create and fund escrows.',
        'escrow:release': 'Release escrows.',
        'escrow:dispute': 'Dispute and resolve escrows.',
        'escrow:*': 'Everything about escrow.',
        'messages:read': 'Read messages.',
        'messages:send': 'Send and acknowledge messages.',
        'messages:write': 'Send, acknowledge and change messages.',
        'messages:*': 'Everything about messages.',
        'agent:read': 'See the agent’s own record.',
        'agent:update': 'Change the agent’s record and capabilities.',
        'agent:keys': 'Manage the agent’s keys.',
        'agent:sessions': 'Manage the agent’s sessions.',
        'agent:*': 'Everything about agent.',
        'reputation:read': 'See reputations.',
        'reputation:review': 'Give feedback on other agents.',
        'reputation:*': 'Everything about reputation.',
        'compliance:read': 'See compliance checks.',
        'compliance:verify': 'Run compliance checks.',
        'compliance:*': 'Everything about compliance.',
        'admin:read': 'See administrative data.',
        'admin:manage': 'Administer the platform.',
        'admin:*': 'Everything about admin.',
        '*': 'Everything the agent may do.',
      },
      default_scopes: ['payments:read', 'wallet:read'],
    },
  },
  'agent_key.list': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' },
    output: onePage({
      key_id: 'ak_RhapW2h7T9AIz8qo',
      name: 'Example',
      key_prefix: 'dJE8V6ci',
      scopes: ['payments:read'],
      is_active: true,
      last_used_at: null,
      expires_at: null,
      created_at: '2026-03-01T12:00:00.000Z',
    }),
  },
  'agent_key.create': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      name: 'Example',
      scopes: ['payments:read'],
    },
    output: {
      success: true,
      data: {
        api_key: 'dJE8V6ciRNTgLw6O1K0GD7doO9u1ZRTMwGMN2eln4VZzgFSLUtL0j8MpURIivPrQ',
        key_id: 'ak_RhapW2h7T9AIz8qo',
        created_at: '2026-03-01T12:00:00.000Z',
      },
      warning: 'Keep the api_key now: it is shown only once.',
    },
    other: { name: 'Another' },
  },
  'agent_key.revoke': {
    input: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      key_id: 'ak_RhapW2h7T9AIz8qo',
    },
    output: { success: true, message: 'The API key "Example" is revoked.' },
  },
  'agent_session.list': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' },
    output: onePage({
      session_id: '0199d3a2-7c00-7000-8000-000000000010',
      created_at: '2026-03-01T12:00:00.000Z',
      expires_at: '2026-03-02T12:00:00.000Z',
      last_activity: null,
      ip_address: '203.0.113.7',
      user_agent: 'buyer/1.0',
      scopes: ['payments:read', 'wallet:read'],
    }),
  },
  'agent_session.revoke_all': {
    input: { did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301' },
    output: { success: true, message: '0 sessions have ended.', revoked_count: 0 },
  },
})
