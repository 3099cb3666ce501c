// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'a2a.card': {
    output: {
      name: 'Florin',
      description: 'A core bank that software agents can use.',
      url: 'https://bank.example/api/agent-protocol/a2a',
      protocolVersion: '0.3.0',
      preferredTransport: 'JSONRPC',
      additionalInterfaces: [
        { url: 'https://bank.example/api/agent-protocol/a2a', transport: 'JSONRPC' },
      ],
      supportedInterfaces: [
        {
          url: 'https://bank.example/api/agent-protocol/a2a',
          protocolBinding: 'JSONRPC',
          protocolVersion: '1.0',
        },
        {
          url: 'https://bank.example/api/agent-protocol/a2a',
          protocolBinding: 'JSONRPC',
          protocolVersion: '0.3',
        },
      ],
      provider: { organization: 'Florin', url: 'https://bank.example' },
      version: '1.0.0',
      documentationUrl: 'https://bank.example/api/docs',
      capabilities: {
        streaming: true,
        pushNotifications: true,
        stateTransitionHistory: false,
        extendedAgentCard: false,
      },
      supportsAuthenticatedExtendedCard: false,
      authentication: { schemes: ['bearer', 'apiKey'] },
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key, or the access token of a login, of the user who owns the agent.',
          httpAuthSecurityScheme: {
            scheme: 'bearer',
            description:
              'An API key, or the access token of a login, of the user who owns the agent.',
          },
        },
        agentSession: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Agent-Session',
          description: 'The session token of an agent.',
          apiKeySecurityScheme: {
            location: 'header',
            name: 'X-Agent-Session',
            description: 'The session token of an agent.',
          },
        },
      },
      security: [{ bearer: [] }, { agentSession: [] }],
      securityRequirements: [
        { schemes: { bearer: { list: [] } } },
        { schemes: { agentSession: { list: [] } } },
      ],
      defaultInputModes: ['application/json', 'text/plain'],
      defaultOutputModes: ['application/json', 'text/plain'],
      skills: [
        {
          id: 'payment',
          name: 'Pay another agent',
          description:
            'Start a payment to another agent: the money is reserved until it is confirmed.',
          tags: ['payments', 'AP2'],
          inputModes: ['application/json'],
          outputModes: ['application/json'],
          inputSchema: {
            type: 'object',
            required: ['did', 'to_agent_did'],
            properties: {
              did: {
                type: 'string',
                minLength: 1,
                maxLength: 255,
                description: 'did:florin:agent:<id>',
              },
              to_agent_did: {
                type: 'string',
                minLength: 1,
                maxLength: 255,
                description: 'did:florin:agent:<id>',
              },
              amount: {
                description:
                  'A decimal number as text ("12.50") or as a JSON number; never in exponent form.',
                anyOf: [{ type: 'string', minLength: 1, maxLength: 100 }, { type: 'number' }],
              },
              currency: {
                title: 'AgentCurrency',
                enum: ['USD', 'EUR'],
                description: 'The currencies in which agents pay.',
              },
              description: {
                type: 'string',
                minLength: 1,
                maxLength: 500,
                format: 'plain-text',
                description: 'The purpose of the payment.',
              },
              escrow_required: {
                type: 'boolean',
                description: 'Whether an escrow holds the money until it is released.',
              },
              metadata: {
                type: 'object',
                description: 'Free-form, stored unchanged: at most 16 KB as JSON and 5 levels.',
                'x-bytes-max': 16384,
                'x-levels-max': 5,
                patternProperties: { '^.*$': {} },
              },
            },
          },
        },
        {
          id: 'escrow',
          name: 'Open an escrow',
          description: 'Create an escrow between two agents; no money moves yet.',
          tags: ['escrow', 'AP2'],
          inputModes: ['application/json'],
          outputModes: ['application/json'],
          inputSchema: {
            type: 'object',
            required: ['buyer_did', 'seller_did'],
            properties: {
              buyer_did: {
                type: 'string',
                minLength: 1,
                maxLength: 255,
                description: 'did:florin:agent:<id>',
              },
              seller_did: {
                type: 'string',
                minLength: 1,
                maxLength: 255,
                description: 'did:florin:agent:<id>',
              },
              amount: {
                description:
                  'A decimal number as text ("12.50") or as a JSON number; never in exponent form.',
                anyOf: [{ type: 'string', minLength: 1, maxLength: 100 }, { type: 'number' }],
              },
              currency: {
                title: 'AgentCurrency',
                enum: ['USD', 'EUR'],
                description: 'The currencies in which agents pay.',
              },
              conditions: {
                type: 'array',
                items: { type: 'string', minLength: 1, maxLength: 500 },
                maxItems: 50,
                description: 'What the seller promises, in words.',
              },
              release_conditions: {
                type: 'array',
                items: { type: 'string', minLength: 1, maxLength: 500 },
                maxItems: 50,
                description: 'What must be met before the money is released, in words.',
              },
              timeout_seconds: {
                type: 'integer',
                minimum: 3600,
                maximum: 2592000,
                default: 86400,
                description:
                  'From an hour to thirty days; at expiry, reserved money goes back to the buyer.',
              },
              dispute_resolution_did: {
                description:
                  'An agent that may release the money and that decides disputes; its owner must own neither side.',
                anyOf: [
                  {
                    type: 'string',
                    minLength: 1,
                    maxLength: 255,
                    description: 'did:florin:agent:<id>',
                  },
                  { type: 'null' },
                ],
              },
              metadata: {
                type: 'object',
                description: 'Free-form, stored unchanged: at most 16 KB as JSON and 5 levels.',
                'x-bytes-max': 16384,
                'x-levels-max': 5,
                patternProperties: { '^.*$': {} },
              },
            },
          },
        },
      ],
    },
  },
  'task.send': {
    output: {
      id: '0199d3a2-7c00-7000-8000-38f0aaafc2c5',
      sender_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      skill_id: 'trading',
      state: 'submitted',
      input: {
        type: 'buy',
        price: '1.00',
        amount: '10',
        order_type: 'limit',
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
        base_currency: 'EUR',
        quote_currency: 'USD',
      },
      output: null,
      error: null,
      metadata: { note: 'Example' },
      is_cancel_requested: false,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'task.list': {
    output: [
      {
        id: '0199d3a2-7c00-7000-8000-a72904084354',
        sender_did: 'did:florin:agent:0199d3a27c0070008000e5d872b1e273',
        skill_id: 'trading',
        state: 'input-required',
        input: {},
        output: null,
        error: {
          code: 'VALIDATION_ERROR',
          message: 'The type field is required.',
          errors: {
            type: ['The type field is required.'],
            amount: ['The amount field is required.'],
            order_type: ['The order type field is required.'],
            base_currency: ['The base currency field is required.'],
            quote_currency: ['The quote currency field is required.'],
          },
        },
        metadata: {},
        is_cancel_requested: false,
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
    ],
  },
  'task.get': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000026',
      sender_did: 'did:florin:agent:0199d3a27c007000800062afdc6dd79f',
      skill_id: 'trading',
      state: 'input-required',
      input: {},
      output: null,
      error: {
        code: 'VALIDATION_ERROR',
        message: 'The type field is required.',
        errors: {
          type: ['The type field is required.'],
          amount: ['The amount field is required.'],
          order_type: ['The order type field is required.'],
          base_currency: ['The base currency field is required.'],
          quote_currency: ['The quote currency field is required.'],
        },
      },
      metadata: {},
      is_cancel_requested: false,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'task.answer': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000026',
      sender_did: 'did:florin:agent:0199d3a27c007000800062afdc6dd79f',
      skill_id: 'trading',
      state: 'working',
      input: {
        type: 'buy',
        price: '1.00',
        amount: '10',
        order_type: 'limit',
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
        base_currency: 'EUR',
        quote_currency: 'USD',
      },
      output: null,
      error: null,
      metadata: {},
      is_cancel_requested: false,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'task.cancel': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000026',
      sender_did: 'did:florin:agent:0199d3a27c007000800062afdc6dd79f',
      skill_id: 'trading',
      state: 'canceled',
      input: {},
      output: null,
      error: {
        code: 'VALIDATION_ERROR',
        message: 'The type field is required.',
        errors: {
          type: ['The type field is required.'],
          amount: ['The amount field is required.'],
          order_type: ['The order type field is required.'],
          base_currency: ['The base currency field is required.'],
          quote_currency: ['The quote currency field is required.'],
        },
      },
      metadata: {},
      is_cancel_requested: false,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
}
