// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'agent.register': {
    output: {
      agent_id: '0199d3a2-7c00-7000-8000-d7f127abd611',
      did: 'did:florin:agent:0199d3a27c00700080009840b8017612',
      name: 'Buyer',
      type: 'service',
      status: 'active',
      capabilities: ['payments'],
      registered_at: '2026-03-01T12:00:00.000Z',
      public_key_multibase: 'z6MktUcQ8E2DBWnkffke2aGbgt8dt6W8RKz6QRnanhMMQynv',
      private_key: 'Gs3dK+K5YtJzApiNYbXIKrb+EADl7qTbG2bTiI4whCc=',
      warning: 'Keep the private_key now: it is shown only once and not stored.',
    },
    varies: ['private_key', 'public_key_multibase'],
  },
  'agent.discover': {
    output: {
      success: true,
      data: [
        {
          agent_id: '0199d3a2-7c00-7000-8000-b1a28e2373c3',
          did: 'did:florin:agent:0199d3a27c0070008000be61a7e082c3',
          name: 'Agent',
          type: 'service',
          status: 'active',
          capabilities: [],
          endpoints: {},
          created_at: '2026-03-01T12:00:00.000Z',
        },
        {
          agent_id: '0199d3a2-7c00-7000-8000-02a3ed0c5d89',
          did: 'did:florin:agent:0199d3a27c007000800026854dbcb7c9',
          name: 'Agent',
          type: 'service',
          status: 'active',
          capabilities: [{ name: 'payments', version: '1.0', metadata: {} }],
          endpoints: {},
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { count: 2, filter: { type: 'service', status: 'active' } },
    },
    varies: ['data.capabilities', 'data.created_at', 'data.endpoints', 'data.name', 'meta.count'],
  },
  'agent.list': {
    output: {
      data: [
        {
          agent_id: '0199d3a2-7c00-7000-8000-b1a28e2373c3',
          did: 'did:florin:agent:0199d3a27c0070008000be61a7e082c3',
          name: 'Agent',
          type: 'service',
          status: 'active',
          capabilities: [],
          endpoints: {},
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 1, from: 1, to: 1 },
    },
  },
  'agent.get': {
    output: {
      agent_id: '0199d3a2-7c00-7000-8000-d7f127abd611',
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      name: 'Agent',
      type: 'service',
      status: 'active',
      capabilities: [],
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
    varies: ['did_document.verificationMethod.publicKeyMultibase', 'public_key'],
  },
  'agent.set_capabilities': {
    output: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      capabilities: [{ name: 'payments', version: '1.1', metadata: { currencies: ['USD'] } }],
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'agent.set_endpoints': {
    output: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      endpoints: { message: 'https://93.184.216.34/messages' },
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'agent.set_status': {
    output: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      status: 'inactive',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'agent.rotate_key': {
    output: {
      did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      key_id: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301#keys-2',
      public_key_multibase: 'z6MkneMkZqwqRiU5mJzSG3kDwzt9P8C59N4NGTfBLfSGE7c7',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
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
    output: {
      challenge: 'eyJkaWQiOiJkaWQ6ZmxvcmluOmFnZW50Om5vYm9keSIsIm5vbmNlIjoiV1dKVEdB',
      nonce: 'WWJTGAGhK25cde33b8dfafa6e7aa082b',
      expires_at: '2026-03-01T12:05:00.000Z',
    },
    varies: ['challenge', 'nonce'],
  },
  'agent_auth.log_in_by_did': {
    output: {
      session_token: 'BInxSaNT8dQWvlU2FA84PM1aZs5TIewqbIhnD23cIPFPU1wn2Bw72HIIH0fwFwOb',
      expires_at: '2026-03-02T12:00:00.000Z',
      agent: {
        agent_id: '0199d3a2-7c00-7000-8000-35c877971630',
        did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
        name: 'Agent',
        status: 'active',
      },
    },
    varies: ['session_token'],
  },
  'agent_auth.log_in_by_key': {
    output: {
      session_token: 'BInxSaNT8dQWvlU2FA84PM1aZs5TIewqbIhnD23cIPFPU1wn2Bw72HIIH0fwFwOb',
      expires_at: '2026-03-02T12:00:00.000Z',
      agent: {
        agent_id: '0199d3a2-7c00-7000-8000-35c877971630',
        did: 'did:florin:agent:0199d3a27c00700080003627c0170f41',
        name: 'Agent',
        status: 'active',
      },
    },
    varies: ['session_token'],
  },
  'agent_auth.validate': {
    output: {
      success: true,
      valid: true,
      data: {
        agent_id: '0199d3a2-7c00-7000-8000-c40c1dbf77b5',
        did: 'did:florin:agent:0199d3a27c0070008000a49d9fa024ca',
        session_id: 'ses_96f40b31dcb79f07',
        expires_at: '2026-03-02T12:00:00.000Z',
        scopes: ['payments:read', 'payments:create'],
      },
    },
    varies: ['data.session_id'],
  },
  'agent_auth.revoke': { output: { success: true, message: 'The session has ended.' } },
  'agent_auth.scopes': {
    output: {
      scopes: { '*': 'Everything the agent may do.', 'admin:*': 'Everything about admin.' },
      default_scopes: ['payments:read', 'wallet:read'],
    },
  },
  'agent_key.list': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    },
  },
  'agent_key.create': {
    output: {
      success: true,
      data: {
        api_key: 'dJE8V6ciRNTgLw6O1K0GD7doO9u1ZRTMwGMN2eln4VZzgFSLUtL0j8MpURIivPrQ',
        key_id: 'ak_RhapW2h7T9AIz8qo',
        created_at: '2026-03-01T12:00:00.000Z',
      },
      warning: 'Keep the api_key now: it is shown only once.',
    },
    varies: ['data.api_key', 'data.key_id'],
  },
  'agent_key.revoke': { output: { success: true, message: 'The API key "Example" is revoked.' } },
  'agent_session.list': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    },
  },
  'agent_session.revoke_all': {
    output: { success: true, message: '0 sessions have ended.', revoked_count: 0 },
  },
}
