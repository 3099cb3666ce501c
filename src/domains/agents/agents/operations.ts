// The records of agents: public to read, and changed by the owner and the agent. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput } from '../../../kernel/page.ts'
import { displayName, plainText } from '../../../kernel/text.ts'
import { MetadataInput } from '../../../kernel/schema.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { actsForAgent, getAgent } from './access.ts'
import { AgentNotActive, InvalidDid, StatusChangeNotAllowed } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'

/** Allows the owner with a bearer token, or the agent itself with its session. */
export const asAgent = (permission: 'read' | 'write' | 'delete', scope: string) =>
  [{ by: 'user', scope: permission, or: { by: 'agent', scope } }] as const

/** The errors of every operation that acts for an agent. */
export const actingErrors = [InvalidDid, NotFound, Forbidden, AgentNotActive] as const

export const makeOperations = (findFault: service.FindUrlError, baseUrl: () => string) => [
  defineOperation({
    name: 'agent.register',
    kind: 'command',
    summary: 'Register an agent; it gets a DID, and a key pair if none is given.',
    auth: [{ by: 'user', scope: 'write' }],
    issues: 'credential',
    input: Type.Object({
      name: Type.String({ ...displayName(255), description: 'The name of the agent.' }),
      type: schema.AgentType,
      description: Type.Optional(
        Type.String({ maxLength: 1000, description: 'The purpose of the agent.' }),
      ),
      capabilities: Type.Optional(
        Type.Array(Type.String(plainText(100)), {
          maxItems: 50,
          description: 'The names of the agent’s capabilities.',
        }),
      ),
      metadata: Type.Optional(MetadataInput),
      endpoints: Type.Optional(schema.Endpoints),
      public_key: Type.Optional(schema.PublicKeyInput),
    }),
    output: schema.Registration,
    errors: [Invalid],
    rest: [{ route: 'POST /api/agent-protocol/agents/register', status: 201, envelope: 'success' }],
    handler: (input, ctx) => service.register(input, ctx, findFault),
  }),
  defineOperation({
    name: 'agent.discover',
    kind: 'query',
    summary: 'Find agents by capability, newest first.',
    auth: 'public',
    input: Type.Object({
      capability: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only agents with this capability.' }),
      ),
      type: Type.Optional(schema.AgentType),
      status: Type.Optional(schema.AgentStatus),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'The greatest number of agents to return.',
      }),
    }),
    output: Type.Object({
      success: Type.Literal(true),
      data: Type.Array(schema.AgentListItem, { maxItems: 100 }),
      meta: Type.Object({ count: Type.Integer(), filter: schema.FreeForm }),
    }),
    errors: [],
    rest: [{ route: 'GET /api/agent-protocol/agents/discover', envelope: 'bare' }],
    handler: async (input, ctx) => ({
      success: true as const,
      ...(await service.discover(input, ctx)),
    }),
  }),
  defineOperation({
    name: 'agent.list',
    kind: 'query',
    summary: 'List the caller’s own agents, newest first.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object(pageInput),
    output: PageOf(schema.AgentListItem),
    errors: [],
    rest: [{ route: 'GET /api/agent-protocol/agents', envelope: 'page' }],
    handler: (input, ctx) => service.listOwn(input, ctx),
  }),
  defineOperation({
    name: 'agent.get',
    kind: 'query',
    summary: 'Show one agent with its DID document.',
    auth: 'public',
    input: Type.Object({ did: schema.Did }),
    output: schema.Agent,
    errors: [InvalidDid, NotFound],
    rest: [{ route: 'GET /api/agent-protocol/agents/:did', envelope: 'success' }],
    graphql: { args: { id: 'did' } },
    handler: async ({ did }, ctx) => {
      const agent = await getAgent(did, ctx)
      return schema.toAgent(agent, baseUrl(), actsForAgent(agent, ctx.caller))
    },
  }),
  defineOperation({
    name: 'agent.set_capabilities',
    kind: 'command',
    summary: 'Replace the capabilities of an agent.',
    auth: asAgent('write', 'agent:update'),
    subject: 'agent.get',
    input: Type.Object({
      did: schema.Did,
      capabilities: Type.Array(schema.CapabilityInput, {
        minItems: 1,
        maxItems: 50,
        description: 'All capabilities of the agent; they replace the earlier list.',
      }),
    }),
    output: Type.Object({
      did: Type.String(),
      capabilities: schema.AgentListItem.properties.capabilities,
      updated_at: Type.String({ format: 'date-time' }),
    }),
    errors: [...actingErrors],
    rest: [{ route: 'PUT /api/agent-protocol/agents/:did/capabilities', envelope: 'success' }],
    exempt: { names: { '.capabilities[].name': 'A capability.' } },
    handler: ({ did, capabilities }, ctx) => service.setCapabilities(did, capabilities, ctx),
  }),
  defineOperation({
    name: 'agent.set_endpoints',
    kind: 'command',
    summary:
      'Set the address that an agent’s messages are pushed to; without one they are only fetched.',
    auth: asAgent('write', 'agent:update'),
    issues: 'access',
    subject: 'agent.get',
    input: Type.Object({ did: schema.Did, endpoints: schema.Endpoints }),
    output: Type.Object({
      did: Type.String(),
      endpoints: schema.Endpoints,
      updated_at: Type.String({ format: 'date-time' }),
    }),
    errors: [...actingErrors, Invalid],
    rest: [{ route: 'PUT /api/agent-protocol/agents/:did/endpoints', envelope: 'success' }],
    handler: ({ did, endpoints }, ctx) => service.setEndpoints(did, endpoints, ctx, findFault),
  }),
  defineOperation({
    name: 'agent.set_status',
    kind: 'command',
    summary:
      'Activate or deactivate an agent; an operator can suspend it. Its sessions end unless it becomes active.',
    auth: asAgent('write', 'agent:update'),
    subject: 'agent.get',
    input: Type.Object({
      did: schema.Did,
      status: schema.AgentStatus,
      reason: Type.Optional(
        Type.String({ ...plainText(500), description: 'The reason; stored with the agent.' }),
      ),
    }),
    output: Type.Object({
      did: Type.String(),
      status: schema.AgentStatus,
      updated_at: Type.String({ format: 'date-time' }),
    }),
    errors: [...actingErrors, StatusChangeNotAllowed],
    rest: [{ route: 'PUT /api/agent-protocol/agents/:did/status', envelope: 'success' }],
    handler: ({ did, ...input }, ctx) => service.setStatus(did, input, ctx),
  }),
  defineOperation({
    name: 'agent.rotate_key',
    kind: 'command',
    summary: 'Give an agent a new key; the old one and every session stop working.',
    auth: asAgent('write', 'agent:keys'),
    issues: 'credential',
    subject: 'agent.get',
    input: Type.Object({ did: schema.Did, public_key: Type.Optional(schema.PublicKeyInput) }),
    output: schema.RotatedKey,
    errors: [...actingErrors, Invalid],
    rest: [{ route: 'PUT /api/agent-protocol/agents/:did/keys', envelope: 'success' }],
    handler: ({ did, public_key }, ctx) => service.rotateKey(did, public_key, ctx),
  }),
  defineOperation({
    name: 'agent.configuration',
    kind: 'query',
    summary: 'Show the addresses at which agents register, find each other and pay here (AP2).',
    auth: 'public',
    input: Type.Object({}),
    output: Type.Object({
      issuer: Type.String(),
      agent_registration_endpoint: Type.String(),
      agent_discovery_endpoint: Type.String(),
      payment_endpoint: Type.String(),
      escrow_endpoint: Type.String(),
      message_endpoint: Type.String(),
      reputation_endpoint: Type.String(),
      mandate_endpoint: Type.String(),
      supported_capabilities: Type.Array(Type.String(), { maxItems: 50 }),
      supported_protocols: Type.Array(Type.String(), { maxItems: 20 }),
      documentation: Type.String(),
    }),
    errors: [],
    rest: [
      { route: 'GET /.well-known/ap2-configuration', envelope: 'bare' },
      { route: 'GET /api/.well-known/ap2-configuration', envelope: 'bare' },
    ],
    graphql: { omit: 'A document at a well-known address.' },
    handler: () => {
      const host = baseUrl()
      const at = `${host}/api/agent-protocol`
      return {
        issuer: host,
        agent_registration_endpoint: `${at}/agents/register`,
        agent_discovery_endpoint: `${at}/agents/discover`,
        payment_endpoint: `${at}/agents/{did}/payments`,
        escrow_endpoint: `${at}/escrow`,
        message_endpoint: `${at}/agents/{did}/messages`,
        reputation_endpoint: `${at}/agents/{did}/reputation`,
        mandate_endpoint: `${at}/mandates`,
        supported_capabilities: [
          'payment',
          'escrow',
          'messaging',
          'trading',
          'compliance',
          'reputation',
        ],
        supported_protocols: ['AP2/1.0', 'A2A/1.0'],
        documentation: `${host}/api/docs`,
      }
    },
  }),
]
