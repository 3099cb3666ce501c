// Agents: their records, found by anybody, changed by whoever acts for them. Read this file first.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../kernel/page.ts'
import { plainText } from '../../../kernel/text.ts'
import { MetadataInput } from '../../../kernel/schema.ts'
import { Forbidden, Invalid, NotFound } from '../../../operation/error.ts'
import { defineOperation } from '../../../operation/operation.ts'
import { actsFor, getAgent } from './access.ts'
import { AgentNotActive, InvalidDid, StatusChangeNotAllowed } from './errors.ts'
import * as schema from './schema.ts'
import * as service from './service.ts'
import { discoverAgents, listAgentsOf } from './store.ts'

/** Its owner by a bearer, or the agent itself by its session. */
export const asAgent = (permission: 'read' | 'write' | 'delete', scope: string) =>
  [{ by: 'user', scope: permission, or: { by: 'agent', scope } }] as const

/** What every operation on an agent of one's own may be refused for. */
export const actingErrors = [InvalidDid, NotFound, Forbidden, AgentNotActive] as const

export const makeOperations = (findFault: service.FindFault, baseUrl: () => string) => [
  defineOperation({
    name: 'agent.register',
    kind: 'command',
    summary: 'Register an agent; it gets a DID, and a key pair if it brings no key.',
    auth: [{ by: 'user', scope: 'write' }],
    issues: 'credential',
    input: Type.Object({
      name: Type.String({ ...plainText(255), description: 'What people call the agent.' }),
      type: schema.AgentType,
      description: Type.Optional(
        Type.String({ maxLength: 1000, description: 'What the agent is for.' }),
      ),
      capabilities: Type.Optional(
        Type.Array(Type.String(plainText(100)), {
          maxItems: 50,
          description: 'What the agent can do, by name.',
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
    summary: 'Find agents by what they can do, newest first.',
    auth: 'public',
    input: Type.Object({
      capability: Type.Optional(
        Type.String({ maxLength: 100, description: 'Only agents that can do this.' }),
      ),
      type: Type.Optional(schema.AgentType),
      status: Type.Optional(schema.AgentStatus),
      limit: Type.Integer({
        minimum: 1,
        maximum: 100,
        default: 20,
        description: 'At most so many agents.',
      }),
    }),
    output: Type.Object({
      success: Type.Literal(true),
      data: Type.Array(schema.AgentListItem, { maxItems: 100 }),
      meta: Type.Object({ count: Type.Integer(), filter: schema.FreeForm }),
    }),
    errors: [],
    rest: [{ route: 'GET /api/agent-protocol/agents/discover', envelope: 'bare' }],
    handler: async ({ limit, status = 'active', ...filter }, ctx) => {
      const { environment } = ctx.caller
      const rows = await discoverAgents(ctx.tx, { ...filter, status, limit, environment })
      return {
        success: true as const,
        data: rows.map(schema.toListItem),
        meta: { count: rows.length, filter: { ...filter, status } },
      }
    },
  }),
  defineOperation({
    name: 'agent.list',
    kind: 'query',
    summary: 'The caller’s own agents, newest first.',
    auth: [{ by: 'user', scope: 'read' }],
    input: Type.Object(pageInput),
    output: PageOf(schema.AgentListItem),
    errors: [],
    rest: [{ route: 'GET /api/agent-protocol/agents', envelope: 'page' }],
    handler: async (input, { tx, caller }) => {
      const which = { ...input, owner_uuid: caller.user!, environment: caller.environment }
      const { rows, total } = await listAgentsOf(tx, which)
      return toPage(rows.map(schema.toListItem), total, input)
    },
  }),
  defineOperation({
    name: 'agent.get',
    kind: 'query',
    summary: 'One agent with its DID document.',
    auth: 'public',
    input: Type.Object({ did: schema.Did }),
    output: schema.Agent,
    errors: [InvalidDid, NotFound],
    rest: [{ route: 'GET /api/agent-protocol/agents/:did', envelope: 'success' }],
    handler: async ({ did }, ctx) => {
      const agent = await getAgent(did, ctx)
      return schema.toAgent(agent, baseUrl(), actsFor(agent, ctx.caller))
    },
  }),
  defineOperation({
    name: 'agent.set_capabilities',
    kind: 'command',
    summary: 'Replace the list of what an agent can do.',
    auth: asAgent('write', 'agent:update'),
    input: Type.Object({
      did: schema.Did,
      capabilities: Type.Array(schema.CapabilityInput, {
        minItems: 1,
        maxItems: 50,
        description: 'All that the agent can do, in place of what was said before.',
      }),
    }),
    output: Type.Object({
      did: Type.String(),
      capabilities: schema.AgentListItem.properties.capabilities,
      updated_at: Type.String({ format: 'date-time' }),
    }),
    errors: [...actingErrors],
    rest: [{ route: 'PUT /api/agent-protocol/agents/:did/capabilities', envelope: 'success' }],
    handler: ({ did, capabilities }, ctx) => service.setCapabilities(did, capabilities, ctx),
  }),
  defineOperation({
    name: 'agent.set_endpoints',
    kind: 'command',
    summary: 'Say where messages for an agent are sent to, or that they are only fetched.',
    auth: asAgent('write', 'agent:update'),
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
    summary: 'Rest or wake an agent; an operator can suspend it. Its sessions end.',
    auth: asAgent('write', 'agent:update'),
    input: Type.Object({
      did: schema.Did,
      status: schema.AgentStatus,
      reason: Type.Optional(
        Type.String({ ...plainText(500), description: 'Why; kept with the agent.' }),
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
    input: Type.Object({ did: schema.Did, public_key: Type.Optional(schema.PublicKeyInput) }),
    output: schema.RotatedKey,
    errors: [...actingErrors, Invalid],
    rest: [{ route: 'PUT /api/agent-protocol/agents/:did/keys', envelope: 'success' }],
    handler: ({ did, public_key }, ctx) => service.rotateKey(did, public_key, ctx),
  }),
  defineOperation({
    name: 'agent.configuration',
    kind: 'query',
    summary: 'Where agents register, are found, pay and settle here (AP2).',
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
