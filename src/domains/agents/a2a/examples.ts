// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const agentTask = {
  id: '0199d3a2-7c00-7000-8000-000000000025',
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
}

export const examples = defineExamples({
  'a2a.card': {
    output: {
      name: 'Florin',
      description: 'A core bank that software agents can use.',
      url: 'https://bank.example/api/agent-protocol/tasks',
      provider: { organization: 'Florin', url: 'https://bank.example' },
      version: '1.0.0',
      documentationUrl: 'https://bank.example/api/docs',
      capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
      authentication: { schemes: ['bearer', 'apiKey'] },
      defaultInputModes: ['application/json'],
      defaultOutputModes: ['application/json'],
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
            },
          },
        },
      ],
    },
  },
  'task.send': {
    input: {
      sender_did: 'did:florin:agent:3f2504e04f8941d39a0c0305e82c3301',
      skill_id: 'trading',
      input: {
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
        type: 'buy',
        order_type: 'limit',
        base_currency: 'EUR',
        quote_currency: 'USD',
        amount: '10',
        price: '1.00',
      },
      metadata: { note: 'Example' },
    },
    output: agentTask,
    other: { metadata: { note: 'Another' } },
  },
  'task.list': {
    input: { state: 'input-required' },
    output: [
      {
        ...agentTask,
        state: 'input-required',
        input: {},
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
      },
    ],
  },
  'task.get': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000026' },
    output: {
      ...agentTask,
      id: '0199d3a2-7c00-7000-8000-000000000026',
      state: 'input-required',
      input: {},
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
    },
  },
  'task.answer': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000026',
      input: {
        account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
        type: 'buy',
        order_type: 'limit',
        base_currency: 'EUR',
        quote_currency: 'USD',
        amount: '10',
        price: '1.00',
      },
    },
    output: {
      ...agentTask,
      id: '0199d3a2-7c00-7000-8000-000000000026',
      state: 'working',
      metadata: {},
    },
    other: { input: {} },
  },
  'task.cancel': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000026' },
    output: {
      ...agentTask,
      id: '0199d3a2-7c00-7000-8000-000000000026',
      state: 'canceled',
      input: {},
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
    },
  },
})
